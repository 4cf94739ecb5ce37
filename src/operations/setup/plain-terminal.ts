import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { Cancellation, type MenuChoice, type Terminal } from "./terminal.ts";

/** Where prompts are read and written. */
interface TerminalStreams {
	readonly input: NodeJS.ReadStream;
	readonly output: NodeJS.WriteStream;
}

/** Reads one line; what is typed isn't shown where it is a secret. */
const ask = ({ input, output }: TerminalStreams, question: string, isSecret = false): Promise<string> => {
	let isMuted = false;
	const shown = new Writable({
		write(chunk, _encoding, done) {
			if (!isMuted) output.write(chunk);
			done();
		},
	});
	const { promise, resolve, reject } = Promise.withResolvers<string>();
	const lines = createInterface({ input, output: shown, terminal: true, historySize: 0 });
	lines.on("SIGINT", () => {
		reject(new Cancellation());
		lines.close();
	});
	lines.on("close", () => reject(new Cancellation()));
	lines.question(question, (answer) => {
		resolve(answer);
		lines.close();
		if (isSecret) output.write("\n");
	});
	isMuted = isSecret;
	return promise;
};

/** A terminal of plain lines, one after another: for screen readers, and for terminals that can do no more. */
export const createPlainTerminal = (streams: TerminalStreams): Terminal => {
	const write = (line: string) => void streams.output.write(`${line}\n`);
	const terminal: Terminal = {
		asks: true,
		isPlain: true,
		columns: streams.output.columns ?? 80,
		title: (text) => write(`\n${text}`),
		say: (...lines) => lines.forEach(write),
		complain: (sentence) => write(`Wrong: ${sentence}`),
		print: (...lines) => lines.forEach(write),
		secret: (question) => ask(streams, `${question} (hidden): `, true),
		async text(question, usual) {
			const answer = await ask(streams, usual === "" ? `${question}: ` : `${question} [${usual}]: `);
			return answer.trim() || usual;
		},
		async confirm(question, usual) {
			for (;;) {
				const answer = await ask(streams, `${question} ${usual ? "[Y/n]" : "[y/N]"}: `);
				if (answer.trim() === "") return usual;
				if (/^y(?:es)?$/i.test(answer.trim())) return true;
				if (/^no?$/i.test(answer.trim())) return false;
				write("Type y or n.");
			}
		},
		async choose<T>(question: string, choices: readonly MenuChoice<T>[], usual: T): Promise<T> {
			write(question);
			for (const [index, { label }] of choices.entries()) write(`  ${index + 1}. ${label}`);
			const first = Math.max(
				0,
				choices.findIndex(({ value }) => value === usual),
			);
			for (;;) {
				const answer = await ask(streams, `Number [${first + 1}]: `);
				const chosen = choices[answer.trim() === "" ? first : Number(answer) - 1];
				if (chosen) return chosen.value;
				write(`Type a number from 1 to ${choices.length}.`);
			}
		},
	};
	return terminal;
};

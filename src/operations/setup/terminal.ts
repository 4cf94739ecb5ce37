import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { type CANCEL_SYMBOL, confirm, isCancel, log, password, select, text } from "@clack/prompts";
import { StartError } from "@herald/common/start-error.ts";

export interface MenuChoice<T> {
	readonly value: T;
	readonly label: string;
}

/** How the setup talks with the operator: with prompts, in plain lines, or not at all. */
export interface Terminal {
	/** Whether the operator can be asked. */
	readonly asks: boolean;
	/** Whether the terminal prints only plain lines, and no QR codes. */
	readonly isPlain: boolean;
	readonly columns: number;
	title(text: string): void;
	say(...lines: readonly string[]): void;
	complain(sentence: string): void;
	/** Prints lines unchanged, such as an address or a QR code. */
	print(...lines: readonly string[]): void;
	/** Asks for a text that isn't shown while it is typed. */
	secret(question: string): Promise<string>;
	/** @param usual - the answer if the line is empty */
	text(question: string, usual: string): Promise<string>;
	confirm(question: string, usual: boolean): Promise<boolean>;
	choose<T>(question: string, choices: readonly MenuChoice<T>[], usual: T): Promise<T>;
}

/** @returns the index of the usual choice; 0 if that choice isn't offered */
const indexOf = <T>(choices: readonly MenuChoice<T>[], usual: T): number =>
	Math.max(
		0,
		choices.findIndex(({ value }) => value === usual),
	);

export class Cancellation extends Error {
	override readonly name = "Cancellation";
}

/** A terminal that can't ask. @param write - receives all lines */
export const createSilentTerminal = (write: (line: string) => void): Terminal => {
	const refuse = async (): Promise<never> => {
		throw new StartError(
			"There is no terminal to ask in: say all by options (npm run setup -- --help), or run this in one.",
		);
	};
	const say = (...lines: readonly string[]) => lines.forEach(write);
	return {
		asks: false,
		isPlain: true,
		columns: 0,
		title: say,
		say,
		complain: say,
		print: say,
		secret: refuse,
		text: refuse,
		confirm: refuse,
		choose: refuse,
	};
};

interface TerminalStreams {
	readonly input: NodeJS.ReadStream;
	readonly output: NodeJS.WriteStream;
}

/**
 * Reads one line. A secret isn't shown while it is typed.
 *
 * @throws Cancellation if the operator presses Ctrl-C, or the input ends
 */
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

/** A terminal of plain lines, for screen readers and for simple terminals. */
export const createPlainTerminal = (streams: TerminalStreams): Terminal => {
	const write = (line: string) => void streams.output.write(`${line}\n`);
	return {
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
			const first = indexOf(choices, usual);
			for (;;) {
				const answer = await ask(streams, `Number [${first + 1}]: `);
				const chosen = choices[answer.trim() === "" ? first : Number(answer) - 1];
				if (chosen) return chosen.value;
				write(`Type a number from 1 to ${choices.length}.`);
			}
		},
	};
};

const answered = <T>(answer: T): Exclude<T, typeof CANCEL_SYMBOL> => {
	if (isCancel(answer)) throw new Cancellation();
	return answer as Exclude<T, typeof CANCEL_SYMBOL>;
};

/** A terminal with interactive prompts. Colours never carry a meaning alone. */
export const createPromptTerminal = (output: NodeJS.WriteStream): Terminal => ({
	asks: true,
	isPlain: false,
	columns: output.columns ?? 80,
	title: (title) => log.step(title),
	say: (...lines) => log.message(lines.join("\n")),
	complain: (sentence) => log.error(sentence),
	print: (...lines) => void output.write(`${lines.join("\n")}\n`),
	secret: async (message) => answered(await password({ message, mask: "•" })) ?? "",
	text: async (message, usual) =>
		answered(await text({ message, ...(usual !== "" && { placeholder: usual, defaultValue: usual }) })) ??
		usual,
	confirm: async (message, initialValue) => answered(await confirm({ message, initialValue })),
	async choose<T>(message: string, choices: readonly MenuChoice<T>[], usual: T): Promise<T> {
		const options = choices.map(({ label }, value) => ({ value, label }));
		const initialValue = indexOf(choices, usual);
		const chosen = choices[answered(await select({ message, options, initialValue }))];
		if (!chosen) throw new TypeError("No such choice.");
		return chosen.value;
	},
});

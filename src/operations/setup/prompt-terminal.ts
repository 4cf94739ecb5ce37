import { type CANCEL_SYMBOL, confirm, isCancel, log, password, select, text } from "@clack/prompts";
import { Cancellation, type MenuChoice, type Terminal } from "./terminal.ts";

const answered = <T>(answer: T): Exclude<T, typeof CANCEL_SYMBOL> => {
	if (isCancel(answer)) throw new Cancellation();
	return answer as Exclude<T, typeof CANCEL_SYMBOL>;
};

/** A terminal with prompts that are moved through by keys. What its colours say, signs and words say, too. */
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
		const initialValue = Math.max(
			0,
			choices.findIndex(({ value }) => value === usual),
		);
		const chosen = choices[answered(await select({ message, options, initialValue }))];
		if (!chosen) throw new TypeError("No such choice.");
		return chosen.value;
	},
});

import { Cancellation, type MenuChoice, type Terminal } from "../../../src/operations/setup/terminal.ts";

/** The answer to the question that contains a text: words, yes or no, the beginning of a choice's label, or Ctrl-C. */
export type ScriptedAnswer = readonly [question: string, answer: string | boolean | "Ctrl-C"];

/** A terminal whose operator answers by a script, in order. */
export interface ScriptedTerminal extends Terminal {
	/** All that was shown and asked, a line each. */
	readonly told: string[];
	/** The scripted answers that weren't used yet. */
	readonly left: readonly ScriptedAnswer[];
}

export const createScriptedTerminal = (script: readonly ScriptedAnswer[]): ScriptedTerminal => {
	const told: string[] = [];
	const left = [...script];
	const tell = (...lines: readonly string[]) => void told.push(...lines);
	const answer = (question: string): string | boolean => {
		tell(`? ${question}`);
		const next = left.shift();
		if (!next || !question.includes(next[0]))
			throw new Error(`Asked "${question}", not "${next?.[0]}", after:\n${told.join("\n")}`);
		if (next[1] === "Ctrl-C") throw new Cancellation();
		return next[1];
	};
	return {
		told,
		left,
		asks: true,
		isPlain: true,
		columns: 200,
		title: tell,
		say: tell,
		complain: (sentence) => tell(`! ${sentence}`),
		print: tell,
		secret: async (question) => String(answer(question)),
		text: async (question, usual) => String(answer(question)) || usual,
		confirm: async (question) => answer(question) === true,
		async choose<T>(question: string, choices: readonly MenuChoice<T>[]): Promise<T> {
			const wanted = String(answer(question));
			const chosen = choices.find(({ label }) => label.startsWith(wanted));
			if (!chosen)
				throw new Error(`"${wanted}" isn't offered: ${choices.map(({ label }) => label).join(", ")}`);
			return chosen.value;
		},
	};
};

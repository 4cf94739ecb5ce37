import type { Line } from "../line.ts";

/** Anybody can name any language, so this must not grow without limit. */
const refusalsMax = 1_000;

/** The languages that models refused to be told: for these, they find out by themselves. */
export class RefusedLanguages {
	/** The oldest first. */
	readonly #refusals = new Set<string>();

	/** Records that a model refused to be told of a language. */
	note(model: string, language: string): void {
		this.#refusals.add(`${model} ${language}`);
		const [oldest] = this.#refusals;
		if (this.#refusals.size > refusalsMax && oldest !== undefined) this.#refusals.delete(oldest);
	}

	/** @returns a Line as a model is sent it: without its language, if the model is known to refuse that */
	leaveOut(line: Line, model: string): Line {
		const { language, ...rest } = line;
		return language !== undefined && this.#refusals.has(`${model} ${language}`) ? rest : line;
	}
}

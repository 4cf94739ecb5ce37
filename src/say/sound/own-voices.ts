import type { Party } from "../../shared/party.ts";
import { Problem } from "../../shared/problem.ts";
import type { Line, StandIn } from "../../speech/line.ts";
import { dropEmoji, emojiNamer, findEmoji, loadEmojiNames } from "../../speech/text/emoji/name-emoji.ts";
import type { Languages } from "./languages.ts";
import type { Choice } from "./request.ts";

/** Rewrites texts for Herald's own voices, which then stand in for the service's. */
export class OwnVoices {
	readonly #languages: Languages;

	/** @param languages - those of Herald's own voices */
	constructor(languages: Languages) {
		this.#languages = languages;
	}

	/**
	 * Prepares rewriting a text's Lines: without styles, and each with a language, which the service would have detected.
	 *
	 * @param why - the service's Problem
	 * @param set - the languages that people set, each with its source
	 * @returns a function that rewrites a Line of the text; undefined if no own voice reads the text
	 */
	async write(
		lines: readonly Line[],
		why: Problem,
		set: readonly Choice<string>[],
		party: Party,
	): Promise<((line: Line) => Line) | undefined> {
		const standIn: StandIn = why.kind === "out_of_credit" ? "own_voice_no_credit" : "own_voice";
		const whole = lines.map(({ text }) => text).join("\n");
		const usual = await this.#choose(whole, set, party);
		if (usual === undefined) return undefined;
		const readEmoji = findEmoji(whole) ? emojiNamer(await loadEmojiNames(usual), usual) : dropEmoji;
		return ({ style: _, plainWillDo: __, language, ...line }) => {
			const own = language !== undefined && this.#languages.isSpoken(language) ? language : usual;
			return {
				...line,
				text: readEmoji(line.text),
				language: this.#languages.ofName(line.text, own) ?? own,
				standIn,
			};
		};
	}

	async #choose(text: string, set: readonly Choice<string>[], party: Party): Promise<string | undefined> {
		try {
			return (await this.#languages.choose(text, set, party))?.language;
		} catch (error) {
			if (error instanceof Problem && error.kind === "unread_script") return undefined;
			throw error;
		}
	}
}

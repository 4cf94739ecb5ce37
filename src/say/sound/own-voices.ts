import type { Party } from "../../shared/party.ts";
import type { Problem } from "../../shared/problem.ts";
import type { Line, StandIn } from "../../speech/line.ts";
import { dropEmoji, emojiNamer, findEmoji, loadEmojiNames } from "../../speech/text/emoji/name-emoji.ts";
import { type Languages, unlessUnread } from "./languages.ts";
import type { Choice } from "./request.ts";

/**
 * Prepares rewriting a text's Lines for Herald's own voices, which then stand in for the service's: without styles, and
 * each with a language, which the service would have detected.
 *
 * @param languages - those of Herald's own voices
 * @param why - the service's Problem
 * @param set - the languages that people set, each with its source
 * @returns a function that rewrites a Line of the text; undefined if no own voice reads the text
 */
export const rewriteForOwnVoices = async (
	languages: Languages,
	lines: readonly Line[],
	why: Problem,
	set: readonly Choice<string>[],
	party: Party,
): Promise<((line: Line) => Line) | undefined> => {
	const standIn: StandIn = why.kind === "out_of_credit" ? "own_voice_no_credit" : "own_voice";
	const whole = lines.map(({ text }) => text).join("\n");
	const usual = (await unlessUnread(languages.choose(whole, set, party)))?.done?.language;
	if (usual === undefined) return undefined;
	const readEmoji = findEmoji(whole) ? emojiNamer(await loadEmojiNames(usual), usual) : dropEmoji;
	return ({ style: _, plainWillDo: __, language, ...line }) => {
		const own = language !== undefined && languages.isSpoken(language) ? language : usual;
		const said = languages.ofName(line.text, own) ?? own;
		return { ...line, text: readEmoji(line.text), language: said, standIn };
	};
};

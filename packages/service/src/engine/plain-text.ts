import { dropUnknownSigns } from "@herald/common/wire/languages.ts";
import { writeOut } from "./writing/write-out.ts";

/** Steps of all engines before they speak a text. */

/** Directions such as `[whispers]` and `<laugh>`: letters only, so that "[3]" and "a < b" stay words. */
const direction = /\[\s*[a-z][a-z ,'-]{0,40}\]|<\s*\/?[a-z][a-z _-]{0,40}\/?>/gi;
const url = /\b(?:https?:\/\/|www\.)([^\s<>"']+)/gi;

/** A longer "word" isn't one, and takes an engine seconds to spell. */
export const longestWord = 40;

const pauseOf = (found: string): string => {
	if (/long pause/i.test(found)) return ". ";
	return /pause/i.test(found) ? ", " : " ";
};

const dropDirections = (text: string): string => text.replace(direction, pauseOf);

/** Longer is no host name, and nothing to listen to: its dots alone would be minutes of "dot". */
const hostMaxLength = 100;

/** As one step back after the other: a pattern would try anew from each mark of a long row that ends in a letter. */
const dropEndMarks = (text: string): string => {
	let end = text.length;
	while (end > 0 && ".,!?;:)".includes(text.charAt(end - 1))) end -= 1;
	return text.slice(0, end);
};

const shortenAddresses = (text: string, dot: string): string =>
	text.replace(url, (_, rest: string) => {
		const host = dropEndMarks(rest.split(/[/?#:]/, 1)[0] ?? "");
		const end = rest.slice(dropEndMarks(rest).length);
		if (host.length > hostMaxLength) return ` link${end} `;
		return ` ${host.replace(/^www\./i, "").replace(/\.+/g, dot)}${end} `;
	});

/** Runs of white space as one space or one line break, which no later pattern can take long over. */
export const foldSpace = (text: string): string =>
	text
		.replace(/\r\n?|[\u2028\u2029]/g, "\n")
		.replace(/[^\S\n]+/g, " ")
		.replace(/ ?\n[ \n]*/g, "\n");

/**
 * @returns the text without directions (one for a pause becomes a pause) and with the host of each address in its place, its
 *   dots written as `dot`; in it, white space is one space or one line break
 */
export const dropUnspoken = (text: string, dot: string): string =>
	foldSpace(shortenAddresses(dropDirections(foldSpace(text)), dot));

const noSound =
	/[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Co}\p{Cn}\p{Cs}\p{Variation_Selector}]+/gu;
const overlong = new RegExp(`[\\p{Script=Latn}\\p{N}]{${longestWord}}(?=[\\p{Script=Latn}\\p{N}])`, "gu");
/** espeak-ng reads a sign before its number; people read it behind. */
const signBefore = /([$€£¥₹₩₽₺]) ?(\d[\d.,]*\d|\d)/g;

/**
 * @returns the text for an engine that knows its language's own letters, numbers and signs: without directions, emoji and
 *   marks of formatting, an address as its host; line breaks stay. The time it takes grows with the text's length alone.
 */
export const writePlainly = (text: string, language: string): string =>
	foldSpace(
		dropUnknownSigns(writeOut(dropUnspoken(text, ".").replace(overlong, "$& "), language))
			.replace(/(\p{M}{3})\p{M}+/gu, "$1")
			.replace(noSound, " ")
			.replace(/[^\P{Cc}\n]+/gu, " ")
			.replace(/[*_~|\\^{}<>[\]#`]+/g, " ")
			.replace(signBefore, "$2 $1")
			.replace(/([^\p{L}\p{N}\s])\1{3,}/gu, "$1$1$1"),
	).trim();

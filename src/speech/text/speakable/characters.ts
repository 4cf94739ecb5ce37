import { cutMarks } from "../../../shared/cut-marks.ts";

const runMax = 3;

/** Lines through and around letters, which no language writes. The frame of a keycap stays: it belongs to an emoji. */
const drawnMarks = /(?!\u20E3)[\u0305\u0332-\u0338\u033F\u20D0-\u20F0\p{Me}]/gu;
/**
 * Combining marks of scripts with composed letters. A letter has at most three, in Greek, and at most two after NFC.
 */
const marks = "[\\u0300-\\u036F\\u1AB0-\\u1AFF\\u1DC0-\\u1DFF\\uFE20-\\uFE2F]";
const piledMarks = new RegExp(`${marks}{4,}`, "g");
const marksLeft = new RegExp(`(?<![\\p{L}\\p{M}])${marks}+|${marks}{3,}`, "gu");
/** More combining marks than any script puts on one letter. */
const manyMarks = /(\p{M}{4})\p{M}+/gu;

/** Discord's line ends and Unicode's own. */
const lineEnd = /\r\n?|[\u0085\u2028\u2029\v\f]/g;
/** A joiner inside an emoji, or between letters of scripts that spell with it: these stay. */
const joinerThatCounts =
	/(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?)\u200D(?=\p{Extended_Pictographic})|(?<=[\p{sc=Arab}\p{sc=Deva}\p{sc=Beng}\p{sc=Sinh}\p{sc=Mlym}][\p{M}]?)[\u200C\u200D](?=[\p{sc=Arab}\p{sc=Deva}\p{sc=Beng}\p{sc=Sinh}\p{sc=Mlym}])|(?<=\p{Extended_Pictographic}|[0-9#*])\uFE0F/u;
const unspoken = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}\u2800]/u;
const removable = new RegExp(`(${joinerThatCounts.source})|(?![\\n\\t])${unspoken.source}`, "gu");

/**
 * Removes everything without a sound: control, zero-width, bidi and private-use characters, halves of surrogate pairs,
 * and marks that only decorate. No private-use character is left in the text.
 */
export const cleanCharacters = (text: string): string =>
	cutMarks(text)
		.replace(lineEnd, "\n")
		.replace(removable, (_match, kept: string | undefined) => kept ?? "")
		.replace(piledMarks, "")
		.normalize("NFC")
		.replace(drawnMarks, "")
		.replace(marksLeft, "")
		.replace(manyMarks, "$1");

/** Shorter runs of one digit may be amounts, which must not change. */
const digitRunMax = 15;
const codePointRun = new RegExp(`(\\d)\\1{${digitRunMax},}|(\\D)\\2{${runMax},}`, "gsu");
const manyCodePoints = /\u200D|[\p{M}\p{Emoji_Modifier}\p{Regional_Indicator}\u1100-\u11FF]/u;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Shortens every run of one character (a grapheme) to three. A run of up to 15 equal digits stays. */
export const cutRuns = (text: string): string => {
	const cut = text.replace(codePointRun, (_run, digit: string | undefined, other: string | undefined) =>
		(digit ?? other ?? "").repeat(runMax),
	);
	if (!manyCodePoints.test(cut)) return cut;
	let kept = "";
	let previous = "";
	let run = 0;
	for (const { segment } of graphemes.segment(cut)) {
		run = segment === previous ? run + 1 : 1;
		previous = segment;
		if (run <= runMax || /^[\d\n]$/.test(segment)) kept += segment;
	}
	return kept;
};

/** Turns runs of white space into one space, and runs of line breaks into one, or two between paragraphs. */
export const foldSpace = (text: string): string =>
	text
		.replace(/[^\S\n]+/g, " ")
		.replace(/ ?\n ?/g, "\n")
		.replace(/\n{3,}/g, "\n\n")
		.trim();

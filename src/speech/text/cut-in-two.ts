import { cutIntoLines } from "./lines.ts";

/** Shorter texts are as hard to speak in two pieces as in one. */
const worthCutting = 40;

/**
 * Cuts a text at the end of a sentence, clause or word near its middle.
 *
 * @returns its two pieces, which lose only white space between them; undefined for a text that is too short or a single
 * word
 */
export const cutInTwo = (text: string): readonly [string, string] | undefined => {
	if (text.length < worthCutting || !/\s/.test(text.trim())) return undefined;
	const pieces = cutIntoLines(text, { lineMax: Math.ceil(text.length * 0.6), locale: "en" });
	let end = 0;
	const ends = pieces.slice(0, -1).map((piece) => {
		end = text.indexOf(piece, end) + piece.length;
		return end;
	});
	const fromMiddle = (at: number) => Math.abs(at - text.length / 2);
	const [cut] = ends.sort((a, b) => fromMiddle(a) - fromMiddle(b));
	return cut === undefined ? undefined : [text.slice(0, cut).trim(), text.slice(cut).trim()];
};

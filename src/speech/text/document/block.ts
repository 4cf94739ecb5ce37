/** A piece of a text file, in Discord's markup: what is read in one go, or a heading. */
export interface Block {
	readonly text: string;
	readonly heading?: true;
}

/** Longer pieces are cut, so that none blocks the event loop for long. */
const blockMaxCharacters = 3_000;
/** The share of a piece that must be filled for a cut at a good place. */
const leastShare = 0.5;

const findCut = (text: string, start: number, max: number): number => {
	const end = start + max;
	const least = start + max * leastShare;
	for (const mark of ["\n", ". ", "。", " "]) {
		const at = text.lastIndexOf(mark, end - mark.length);
		if (at >= least) return at + mark.length;
	}
	// Not between the halves of a surrogate pair.
	return /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
};

/** Cuts a text into pieces of at most `max` characters, at ends of lines, sentences or words if it can. */
export const cutPieces = (text: string, max: number): string[] => {
	const pieces: string[] = [];
	for (let start = 0; start < text.length; ) {
		const end = text.length - start <= max ? text.length : findCut(text, start, max);
		pieces.push(text.slice(start, end));
		start = end;
	}
	return pieces;
};

/** Makes one block of a text, several if it is very long, or none if it is blank. */
export const makeBlocks = (text: string): Block[] =>
	cutPieces(text.trim(), blockMaxCharacters)
		.map((piece) => ({ text: piece.trim() }))
		.filter((block) => block.text !== "");

/** Makes a one-line heading of a text, or none if it is blank. */
export const makeHeading = (text: string): Block[] => {
	const line = text.slice(0, blockMaxCharacters).replace(/\s+/g, " ").trim();
	return line === "" ? [] : [{ text: line, heading: true }];
};

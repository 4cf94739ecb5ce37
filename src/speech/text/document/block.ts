/** A piece of a text file, in Discord's markup: what is read in one go, or a heading over what follows. */
export interface Block {
	readonly text: string;
	readonly heading?: true;
}

/** Longer pieces are cut, so that none of them keeps the event loop for long, in characters. */
const blockMaxCharacters = 3_000;
/** How much of that a cut at a good place may leave empty. */
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

/** @returns a text in pieces of at most so many characters, cut where that is heard the least */
export const cutPieces = (text: string, max: number): string[] => {
	const pieces: string[] = [];
	for (let start = 0; start < text.length; ) {
		const end = text.length - start <= max ? text.length : findCut(text, start, max);
		pieces.push(text.slice(start, end));
		start = end;
	}
	return pieces;
};

/** @returns a text as one block, or as several where it is very long; none where it is blank */
export const makeBlocks = (text: string): Block[] =>
	cutPieces(text.trim(), blockMaxCharacters)
		.map((piece) => ({ text: piece.trim() }))
		.filter((block) => block.text !== "");

/** @returns a text as a heading in one line; none where it is blank */
export const makeHeading = (text: string): Block[] => {
	const line = text.slice(0, blockMaxCharacters).replace(/\s+/g, " ").trim();
	return line === "" ? [] : [{ text: line, heading: true }];
};

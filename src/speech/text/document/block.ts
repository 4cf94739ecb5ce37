/** A piece of a text file, in Discord's markup: what is read in one go, or a heading over what follows. */
export interface Block {
	readonly text: string;
	readonly heading?: true;
}

/** Longer pieces are cut, so that none of them keeps the event loop for long, in characters. */
const blockMaxCharacters = 3_000;
/** How much of that a cut at a good place may leave empty. */
const leastShare = 0.5;

const findCut = (text: string, start: number): number => {
	const end = start + blockMaxCharacters;
	const least = start + blockMaxCharacters * leastShare;
	for (const mark of ["\n", ". ", "。", " "]) {
		const at = text.lastIndexOf(mark, end - mark.length);
		if (at >= least) return at + mark.length;
	}
	// Not between the halves of a surrogate pair.
	return /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
};

/** @returns a text as one block, or as several where it is very long; none where it is blank */
export const makeBlocks = (text: string): Block[] => {
	const blocks: Block[] = [];
	const whole = text.trim();
	for (let start = 0; start < whole.length; ) {
		const end = whole.length - start <= blockMaxCharacters ? whole.length : findCut(whole, start);
		const piece = whole.slice(start, end).trim();
		if (piece !== "") blocks.push({ text: piece });
		start = end;
	}
	return blocks;
};

/** @returns a text as a heading in one line; none where it is blank */
export const makeHeading = (text: string): Block[] => {
	const line = text.slice(0, blockMaxCharacters).replace(/\s+/g, " ").trim();
	return line === "" ? [] : [{ text: line, heading: true }];
};

/** A piece of a text file, in Discord's markup: what is read in one go, or a heading. */
export interface Block {
	readonly text: string;
	readonly heading?: true;
}

/** The most characters of a piece. Longer pieces are cut, so that none blocks the event loop for long. */
const blockMaxCharacters = 3_000;
/** How full a piece must be for a cut at a good place, as a share of the most that fits. */
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

/** Cuts a text into pieces of at most `max` characters, if possible at ends of lines, sentences or words. */
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

/** The heading of a chapter in a book without markup: a word such as "Chapter" with a number, or the word alone. */
const chapter =
	/^(?:(?:chapter|part|kapitel|teil|chapitre|cap[íi]tulo)(?:\s+(?:\d+|(?:[ivxlc]+|one|two|three|four|five|six|seven|eight|nine|ten)(?=\s*(?:[.:–—-]|$)))|[.:]?$)|第[\d一二三四五六七八九十百]+[章話部])(?![\p{Ll}])/iu;
const chapterMaxCharacters = 80;

/** The lengths of lines that were broken to fit a page, in characters. Their line breaks have no meaning. */
const wrapped = { least: 45, most: 100 } as const;

/** The label before a colon at the start of a line, as in a list or a script. */
const label = /^\p{L}[\p{L}\p{M}\p{N}' -]{0,31}[:：]/u;

const unwrap = (lines: readonly string[]): string => {
	const isWrapped =
		lines.slice(0, -1).every((line) => line.length >= wrapped.least && line.length <= wrapped.most) &&
		lines.filter((line) => label.test(line)).length < 2;
	return lines.join(isWrapped ? " " : "\n");
};

/** Reads a text without markup. @returns its paragraphs and the headings of its chapters */
export const readPlain = (text: string): Block[] => {
	const paragraphs: string[][] = [[]];
	for (const line of text.split("\n")) {
		const words = line.trim();
		if (words === "") paragraphs.push([]);
		else paragraphs.at(-1)?.push(words);
	}
	return paragraphs.flatMap((lines) => {
		const [first = ""] = lines;
		const isHeading = lines.length === 1 && first.length <= chapterMaxCharacters && chapter.test(first);
		return isHeading ? makeHeading(first) : makeBlocks(unwrap(lines));
	});
};

/** Escapes words so that Discord's markup has no effect in them. */
export const escapeWords = (words: string): string =>
	words.replace(/[\\*_~`|<>[\]]/g, "\\$&").replace(/^([\p{Zs}\t]*)([-+#])/gmu, "$1\\$2");

/** Removes HTML's tags, and anything else between `<` and `>`. */
export const stripTags = (text: string): string => text.replace(/<[^<>]*>/g, "");

import { type Block, makeBlocks, makeHeading } from "./block.ts";

/** The heading of a chapter in a book without markup: the word with a number, or the word alone. */
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

import { isDeepStrictEqual } from "node:util";
import { cutText } from "../discord/show-text.ts";
import type { SpokenTurn } from "../say/sound/request.ts";
import { pauseBefore, writeLines } from "../say/sound/write-lines.ts";
import { inStretches } from "../shared/in-stretches.ts";
import type { Line } from "../speech/line.ts";
import { startPauses } from "../speech/text/delivery-tags.ts";
import type { Block } from "../speech/text/document/block.ts";
import { cutIntoLines, estimateSeconds } from "../speech/text/lines.ts";
import { isSpeakable } from "../speech/text/speakable.ts";
import type { BookPage } from "./book.ts";

/** Paragraphs are joined until they are so long, in characters: shorter ones aren't worth a request each. */
const joinMin = 300;
/** A Line's most, and so that of joined paragraphs. */
const lineMax = 600;
/** The most characters of a heading that names a chapter. */
const headingMax = 100;

type SpeakerSound = Omit<SpokenTurn, "speakable">;

export interface SpokenBlock extends Block {
	/** Its speaker and how they sound, where the text names its speakers. */
	readonly speaker?: SpeakerSound;
}

interface BlockGroup {
	/** The speakers' words, one after the other. */
	readonly parts: { text: string; readonly speaker: SpeakerSound | undefined }[];
	length: number;
	heading?: string;
	/** Whether nothing follows its heading yet. */
	isBare: boolean;
}

const isRoomy = ({ length, isBare }: BlockGroup, more: string): boolean =>
	(isBare || length < joinMin) && length + more.length + 2 <= lineMax;

const add = (joined: BlockGroup, { text, speaker }: SpokenBlock): void => {
	const last = joined.parts.at(-1);
	if (last && isDeepStrictEqual(last.speaker, speaker)) last.text += `\n\n${text}`;
	else joined.parts.push({ text, speaker });
	joined.length += text.length + 2;
};

const begin = ({ text, speaker }: SpokenBlock, isBare: boolean): BlockGroup => ({
	parts: [{ text, speaker }],
	length: text.length,
	isBare,
});

/** Joins short neighbours, and a heading with what is under it. */
const join = (blocks: readonly SpokenBlock[]): BlockGroup[] => {
	const joined: BlockGroup[] = [];
	for (const block of blocks) {
		const last = joined.at(-1);
		if (block.heading) {
			const name = cutText(block.text, headingMax);
			if (last?.isBare && isRoomy(last, block.text)) {
				add(last, block);
				last.heading = cutText(`${last.heading}: ${name}`, headingMax);
			} else joined.push({ ...begin(block, true), heading: name });
		} else if (last && isRoomy(last, block.text)) {
			add(last, block);
			last.isBare = false;
		} else joined.push(begin(block, false));
	}
	return joined;
};

/** @returns the Lines of a page; @param before - who spoke last */
const writeParts = (
	{ parts }: BlockGroup,
	locale: string,
	before: string | undefined,
	pauses: ReturnType<typeof startPauses>,
): readonly (string | Line)[] => {
	let last = before;
	return parts.flatMap(({ text, speaker }): readonly (string | Line)[] => {
		if (!speaker) return cutIntoLines(text, { lineMax, locale });
		const said = writeLines({ ...speaker, speakable: text }, locale, pauses);
		const goesOn = last === undefined || last === speaker.speaker;
		last = speaker.speaker;
		return goesOn ? said : pauseBefore(said);
	});
};

const measure = (lines: readonly (string | Line)[]): number =>
	lines.reduce((sum, line) => sum + estimateSeconds(typeof line === "string" ? line : line.text) * 1_000, 0);

/**
 * Writes a file's words as they are spoken, in stretches that don't block the event loop.
 *
 * @param read - makes a block speakable; undefined for one of which nothing is heard. What it throws is thrown
 * @param locale - BCP 47, whose sentences are looked for
 * @returns the pages, none of them without a letter or digit
 */
export const writePages = async <Written extends Block>(
	blocks: readonly Written[],
	read: (block: Written) => Promise<SpokenBlock | undefined>,
	locale: string,
): Promise<BookPage[]> => {
	const rest = inStretches();
	const spoken: SpokenBlock[] = [];
	for (const block of blocks) {
		const written = await read(block);
		if (written && isSpeakable(written.text)) spoken.push(written);
		await rest();
	}
	const pages: BookPage[] = [];
	const pauses = startPauses();
	let before: string | undefined;
	for (const joined of join(spoken)) {
		const { parts, heading } = joined;
		const lines = writeParts(joined, locale, before, pauses);
		before = parts.at(-1)?.speaker?.speaker;
		pages.push({ lines, ms: Math.round(measure(lines)), ...(heading !== undefined && { heading }) });
		await rest();
	}
	return pages;
};

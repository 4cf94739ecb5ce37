import { setImmediate as breathe } from "node:timers/promises";
import type { Block } from "../speech/text/document/block.ts";
import { cutScript, estimateSeconds } from "../speech/text/script.ts";
import { isSpeakable } from "../speech/text/speakable.ts";
import type { Page } from "./book.ts";

/** Paragraphs are joined until they are so long, in characters: shorter ones aren't worth a request each. */
const joinMin = 300;
/** A Line's most, and so that of joined paragraphs. */
const lineMax = 600;
/** Of a heading, where it names a chapter. */
const headingMax = 100;
/** What a stretch of work may take of the event loop, in ms. */
const stretchMs = 4;

interface Joined {
	text: string;
	heading?: string;
	/** Whether nothing follows its heading yet. */
	isBare: boolean;
}

const isRoomy = ({ text, isBare }: Joined, more: string): boolean =>
	(isBare || text.length < joinMin) && text.length + more.length + 2 <= lineMax;

/** Joins short neighbours, and a heading with what is under it. */
const join = (blocks: readonly Block[]): Joined[] => {
	const joined: Joined[] = [];
	for (const { text, heading } of blocks) {
		const last = joined.at(-1);
		if (heading) {
			const name = text.slice(0, headingMax);
			if (last?.isBare && isRoomy(last, text)) {
				last.text += `\n\n${text}`;
				last.heading = `${last.heading}: ${name}`.slice(0, headingMax);
			} else joined.push({ text, heading: name, isBare: true });
		} else if (last && isRoomy(last, text)) {
			last.text += `\n\n${text}`;
			last.isBare = false;
		} else joined.push({ text, isBare: false });
	}
	return joined;
};

/**
 * Writes a file's words as they are spoken, in stretches that keep nothing else from going on.
 *
 * @param read - makes a block speakable; what it throws is thrown
 * @param locale - BCP 47, whose sentences are looked for
 * @returns the pages, none of them without a letter or digit
 */
export const writePages = async (
	blocks: readonly Block[],
	read: (text: string) => Promise<string>,
	locale: string,
): Promise<Page[]> => {
	let since = performance.now();
	const rest = async () => {
		if (performance.now() - since < stretchMs) return;
		await breathe();
		since = performance.now();
	};
	const spoken: Block[] = [];
	for (const block of blocks) {
		const text = await read(block.text);
		if (isSpeakable(text)) spoken.push({ ...block, text });
		await rest();
	}
	const pages: Page[] = [];
	for (const { text, heading } of join(spoken)) {
		const lines = cutScript(text, { lineMax, locale });
		const ms = lines.reduce((sum, line) => sum + estimateSeconds(line) * 1_000, 0);
		pages.push({ lines, ms: Math.round(ms), ...(heading !== undefined && { heading }) });
		await rest();
	}
	return pages;
};

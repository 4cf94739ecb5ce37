import type { Block } from "./block.ts";
import { decodeText } from "./decode.ts";
import { readMarkdown } from "./markdown.ts";
import { readPlain } from "./plain.ts";
import { isSubtitles, readSubtitles } from "./subtitles.ts";

/** A text file as its words, or why it has none. */
export type DocumentReading =
	| { readonly ok: true; readonly blocks: readonly Block[] }
	| { readonly ok: false; readonly why: "empty" | "encoding" | "binary" | "too_long" };

/** What makes a text Markdown, whatever its file is called: a heading, or front matter. */
const heading = /^#{1,6} \S/m;

const isMarkdown = (text: string, name: string): boolean =>
	/\.(?:md|markdown|mdown|mkd)$/i.test(name) || heading.test(text);

const readBlocks = (text: string, name: string): Block[] => {
	if (isSubtitles(text)) return readSubtitles(text);
	if (!isMarkdown(text, name)) return readPlain(text);
	try {
		return readMarkdown(text);
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		return readPlain(text);
	}
};

/**
 * Reads a text file by what is in it: subtitles, Markdown or plain text.
 *
 * @param name - the file's, which tells where its content doesn't
 * @param asPlain - whether markup isn't looked at, because that took too much memory
 */
export const readDocument = (bytes: Uint8Array, name: string, asPlain = false): DocumentReading => {
	const decoded = decodeText(bytes);
	if (!decoded.ok) return decoded;
	const blocks = asPlain ? readPlain(decoded.text) : readBlocks(decoded.text, name);
	return blocks.length === 0 ? { ok: false, why: "empty" } : { ok: true, blocks };
};

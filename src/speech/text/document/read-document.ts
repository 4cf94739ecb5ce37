import { cutMarks } from "../../../shared/cut-marks.ts";
import type { Block } from "./block.ts";
import { readMarkdown } from "./markdown.ts";
import { readPlain } from "./plain.ts";
import { isSubtitles, readSubtitles } from "./subtitles.ts";

/** A file's text, or why there is none: the file is empty, in another encoding, or isn't text. */
type DecodeResult =
	| { readonly ok: true; readonly text: string }
	| { readonly ok: false; readonly why: "empty" | "encoding" | "binary" };

/** How files of other kinds begin: PDF, PostScript, RTF, and web pages, which are more markup than text. */
const otherKind = /^\s*(?:%PDF-|%!PS|\{\\rtf|<!doctype html|<html[\s>])/i;
/** Control characters that text files don't have: all but white space and the escape of terminals. */
const controls = /[\0-\x08\x0e-\x1a\x1c-\x1f]/g;
/** The share of control characters that a text may have, as stray bytes. */
const controlsShare = 0.002;
/** How much of a file is looked at to tell its kind. */
const sampleBytes = 8_192;

const beginsWith = (bytes: Uint8Array, ...mark: readonly number[]): boolean =>
	mark.every((byte, index) => bytes[index] === byte);

/** Tells UTF-16 without a byte order mark: in Latin text every other byte is zero. */
const seemsUtf16 = (bytes: Uint8Array): boolean => {
	const zeros = [0, 0];
	for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
	const [even = 0, odd = 0] = zeros;
	return Math.min(even, odd) === 0 && Math.max(even, odd) > bytes.length / 8;
};

const decodeAs = (encoding: "utf-8" | "utf-16le" | "utf-16be", bytes: Uint8Array): string | undefined => {
	try {
		// The decoder drops a byte order mark.
		return new TextDecoder(encoding, { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
};

const findControls = (text: string): number => text.match(controls)?.length ?? 0;

/**
 * Decodes a text file by its content: UTF-8, with or without a byte order mark, or UTF-16 with one.
 *
 * @returns the text, with line feeds between lines, and a bounded number of marks on each letter
 */
const decodeText = (bytes: Uint8Array): DecodeResult => {
	if (bytes.length === 0) return { ok: false, why: "empty" };
	const isUtf32 = beginsWith(bytes, 0xff, 0xfe, 0, 0) || beginsWith(bytes, 0, 0, 0xfe, 0xff);
	if (isUtf32) return { ok: false, why: "encoding" };
	const little = beginsWith(bytes, 0xff, 0xfe);
	const big = beginsWith(bytes, 0xfe, 0xff);
	const start = bytes.subarray(0, sampleBytes);
	if (!little && !big && start.includes(0))
		return { ok: false, why: seemsUtf16(start) ? "encoding" : "binary" };
	const text = decodeAs(little ? "utf-16le" : big ? "utf-16be" : "utf-8", bytes);
	const sample = text ?? Buffer.from(start).toString("latin1");
	const isOther =
		otherKind.test(sample.slice(0, 100)) || findControls(sample) > sample.length * controlsShare;
	if (isOther) return { ok: false, why: "binary" };
	if (text === undefined) return { ok: false, why: "encoding" };
	if (text.trim() === "") return { ok: false, why: "empty" };
	return { ok: true, text: cutMarks(text.replace(/\r\n?/g, "\n")) };
};

/** A text file's words, or why it has none. */
export type DocumentReading =
	| { readonly ok: true; readonly blocks: readonly Block[] }
	| { readonly ok: false; readonly why: "empty" | "encoding" | "binary" | "too_long" };

/** A Markdown heading. A text with one is Markdown, whatever its file is called. */
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

interface DocumentTask {
	readonly bytes: Uint8Array;
	/** The file's name, which decides its kind if the content doesn't show it. */
	readonly name: string;
	/** Whether to ignore markup. Set if reading it took too much memory or time. */
	readonly asPlain?: boolean;
	readonly maxCharacters: number;
}

/**
 * Reads a text file as subtitles, Markdown or plain text. Runs in a thread, since a long file would block the event
 * loop.
 */
export const readDocument = ({ bytes, name, asPlain, maxCharacters }: DocumentTask): DocumentReading => {
	const decoded = decodeText(bytes);
	if (!decoded.ok) return decoded;
	const blocks = asPlain ? readPlain(decoded.text) : readBlocks(decoded.text, name);
	if (blocks.length === 0) return { ok: false, why: "empty" };
	const characters = blocks.reduce((sum, { text }) => sum + text.length, 0);
	return characters > maxCharacters ? { ok: false, why: "too_long" } : { ok: true, blocks };
};

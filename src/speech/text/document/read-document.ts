import { decodeHTMLStrict } from "entities/decode";
import { cutMarks } from "../../../shared/cut-marks.ts";
import { unlessThrows } from "../../../shared/unless-throws.ts";
import { type Block, escapeWords, makeBlocks, readPlain, stripTags } from "./block.ts";
import { readMarkdown } from "./markdown.ts";

/** A file's text, or why there is none: the file is empty, in another encoding, or isn't text. */
type DecodeResult =
	| { readonly ok: true; readonly text: string }
	| { readonly ok: false; readonly why: "empty" | "encoding" | "binary" };

/** How files of other kinds begin: PDF, PostScript, RTF, and web pages, which are more markup than text. */
const otherKind = /^\s*(?:%PDF-|%!PS|\{\\rtf|<!doctype html|<html[\s>])/i;
/** The control characters below U+0020 that text files don't have: all but white space and ESC, which colors terminals. */
const controls = /[\0-\x08\x0e-\x1a\x1c-\x1f]/g;
/** The share of control characters that a text may have, as stray bytes. */
const controlsShare = 0.002;
/** How many of a file's first bytes are searched for zeros and, if the file can't be decoded, for signs of its kind. */
const sampleBytes = 8_192;

const beginsWith = (bytes: Uint8Array, ...mark: readonly number[]): boolean =>
	mark.every((byte, index) => bytes[index] === byte);

/** Recognizes UTF-16 without a byte order mark: in Latin text every other byte is zero. */
const seemsUtf16 = (bytes: Uint8Array): boolean => {
	const zeros = [0, 0];
	for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
	const [even = 0, odd = 0] = zeros;
	return Math.min(even, odd) === 0 && Math.max(even, odd) > bytes.length / 8;
};

/** Decodes a text, and drops its byte order mark. @returns undefined if the bytes have another encoding */
const decodeAs = (encoding: "utf-8" | "utf-16le" | "utf-16be", bytes: Uint8Array) =>
	unlessThrows(() => new TextDecoder(encoding, { fatal: true }).decode(bytes));

const findControls = (text: string): number => text.match(controls)?.length ?? 0;

/**
 * Decodes a text file by its content: UTF-8, with or without a byte order mark, or UTF-16 with one.
 *
 * @returns the text, with line feeds between lines, and a bounded number of combining marks on each letter
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

/** A text file's words, or why it has none: see {@link DecodeResult}, or more than `maxCharacters` (`too_long`). */
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

const times =
	/^\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})[ \t]+-->[ \t]+(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})(?:\s|$)/;
/** How long a pause must be to begin a paragraph, in ms. */
const paragraphMs = 4_000;
const speaker = /^<v(?:\.[^\s<>]*)?[ \t]+([^<>]{1,80})>/i;
/** Positions and styles that SubRip files take over from other programs. */
const override = /\{\\[^{}]*\}/g;
/** A dash at the start of a line marks another speaker. */
const dash = /^[-–—‐][ \t]*(?=\S)/;

interface Cue {
	readonly startMs: number;
	readonly endMs: number;
	readonly lines: readonly string[];
}

const toMs = (hours = "0", minutes = "0", seconds = "0", fraction = "0"): number =>
	((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(fraction.padEnd(3, "0"));

/** Reads cues in order: the lines after a time. Numbers, names, styles and notes between cues are left out. */
const readCues = (text: string): Cue[] => {
	const cues: Cue[] = [];
	let lines: string[] | undefined;
	for (const line of text.split("\n")) {
		const found = line.includes("-->") ? times.exec(line) : null;
		if (found) {
			lines = [];
			const startMs = toMs(found[1], found[2], found[3], found[4]);
			cues.push({ startMs, endMs: toMs(found[5], found[6], found[7], found[8]), lines });
		} else if (line.trim() === "") lines = undefined;
		else lines?.push(line.trim());
	}
	return cues;
};

export const isSubtitles = (text: string): boolean => {
	if (/^WEBVTT(?:[ \t\n]|$)/.test(text)) return true;
	const start = text.split("\n", 10).filter((line) => line.trim() !== "");
	return start.slice(0, 2).some((line) => line.includes("-->") && times.test(line));
};

/**
 * Reads SubRip and WebVTT. A line that is shown twice in a row, as rolling captions do, is read once; a speaker's name
 * is read when the speaker changes.
 *
 * @returns paragraphs, cut at pauses and speakers
 */
export const readSubtitles = (text: string): Block[] => {
	const paragraphs: string[][] = [];
	let before: Cue | undefined;
	let said = "";
	let name: string | undefined;
	for (const cue of readCues(text)) {
		const pauses = before === undefined || cue.startMs - before.endMs >= paragraphMs;
		if (pauses) paragraphs.push([]);
		before = cue;
		for (const line of cue.lines) {
			const named = speaker.exec(line)?.[1]?.trim();
			const words = decodeHTMLStrict(stripTags(line).replace(override, "")).replace(/\s+/g, " ").trim();
			if (words === "" || words === said) continue;
			said = words;
			const isNew = named !== undefined && named !== name;
			if (isNew && paragraphs.at(-1)?.length) paragraphs.push([]);
			if (isNew) paragraphs.at(-1)?.push(`${escapeWords(named)}:`);
			if (named !== undefined) name = named;
			const isTurn = dash.test(words);
			paragraphs.at(-1)?.push((isTurn ? "\n" : "") + escapeWords(words.replace(dash, "")));
		}
	}
	return paragraphs.flatMap((words) => makeBlocks(words.join(" ").replace(/ ?\n ?/g, "\n")));
};

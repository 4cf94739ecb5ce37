import { cutMarks } from "../../../shared/cut-marks.ts";

/** A file's text, or why there is none: nothing in it, an encoding that isn't read, or no text at all. */
export type Decoded =
	| { readonly ok: true; readonly text: string }
	| { readonly ok: false; readonly why: "empty" | "encoding" | "binary" };

/** What files of other kinds begin with: PDF, PostScript, RTF, and web pages, which are more markup than text. */
const otherKind = /^\s*(?:%PDF-|%!PS|\{\\rtf|<!doctype html|<html[\s>])/i;
/** No text has these: control characters other than white space and the escape of terminals. */
const controls = /[\0-\x08\x0e-\x1a\x1c-\x1f]/g;
/** How much of a text they may be all the same, as stray bytes. */
const controlsShare = 0.002;
/** How much of a file tells what it is, in bytes. */
const tellingBytes = 8_192;

const beginsWith = (bytes: Uint8Array, ...mark: readonly number[]): boolean =>
	mark.every((byte, index) => bytes[index] === byte);

/** UTF-16 without its mark, which Latin text shows by every other byte being zero. */
const seemsUtf16 = (bytes: Uint8Array): boolean => {
	const zeros = [0, 0];
	for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
	const [even = 0, odd = 0] = zeros;
	return Math.min(even, odd) === 0 && Math.max(even, odd) > bytes.length / 8;
};

const decodeAs = (encoding: "utf-8" | "utf-16le" | "utf-16be", bytes: Uint8Array): string | undefined => {
	try {
		// The mark at its beginning is left out.
		return new TextDecoder(encoding, { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
};

const findControls = (text: string): number => text.match(controls)?.length ?? 0;

/**
 * Decodes a text file by what is in it: UTF-8, with or without its mark, or UTF-16 with it.
 *
 * @returns its text with line feeds alone between lines, and no letter with marks without end
 */
export const decodeText = (bytes: Uint8Array): Decoded => {
	if (bytes.length === 0) return { ok: false, why: "empty" };
	const isUtf32 = beginsWith(bytes, 0xff, 0xfe, 0, 0) || beginsWith(bytes, 0, 0, 0xfe, 0xff);
	if (isUtf32) return { ok: false, why: "encoding" };
	const little = beginsWith(bytes, 0xff, 0xfe);
	const big = beginsWith(bytes, 0xfe, 0xff);
	const start = bytes.subarray(0, tellingBytes);
	if (!little && !big && start.includes(0))
		return { ok: false, why: seemsUtf16(start) ? "encoding" : "binary" };
	const text = decodeAs(little ? "utf-16le" : big ? "utf-16be" : "utf-8", bytes);
	const told = text ?? Buffer.from(start).toString("latin1");
	const isOther = otherKind.test(told.slice(0, 100)) || findControls(told) > told.length * controlsShare;
	if (isOther) return { ok: false, why: "binary" };
	if (text === undefined) return { ok: false, why: "encoding" };
	if (text.trim() === "") return { ok: false, why: "empty" };
	return { ok: true, text: cutMarks(text.replace(/\r\n?/g, "\n")) };
};

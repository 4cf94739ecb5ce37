import type { Attachment } from "discord.js";
import { request } from "undici";
import { foldWord } from "./forbidden-words.ts";

/** Every text is searched for every word; enough for any list kept by hand. */
export const wordsMax = 1_000;
export const wordMaxCharacters = 100;
const fileMaxBytes = 64 * 1024;
const fetchTimeoutMs = 10_000;

/** @returns the words that have a letter or digit, without duplicates and extra white space */
export const cleanWords = (words: readonly string[]): string[] => [
	...new Map(
		words
			.map((word) => word.replace(/\s+/g, " ").trim())
			.filter((word) => foldWord(word) !== "")
			.map((word) => [foldWord(word), word]),
	).values(),
];

/** @returns the lines of a text file uploaded to Discord; undefined if it isn't one */
export const readWordFile = async (file: Attachment): Promise<string[] | undefined> => {
	if (file.size > fileMaxBytes) return undefined;
	try {
		const signal = AbortSignal.timeout(fetchTimeoutMs);
		const { statusCode, body } = await request(file.url, { signal });
		const bytes = await body.arrayBuffer();
		if (statusCode !== 200 || bytes.byteLength > fileMaxBytes) return undefined;
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes).split(/\r?\n/);
	} catch {
		return undefined;
	}
};

/** @returns whether a guild's list may be these words */
export const fitsWordList = (words: readonly string[]): boolean =>
	words.length <= wordsMax && words.every((word) => word.length <= wordMaxCharacters);

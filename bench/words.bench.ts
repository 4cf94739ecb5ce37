import { performance } from "node:perf_hooks";
import { wordMaxCharacters, wordsMax } from "../commands/server/words.ts";
import { stringOptionMax } from "../src/discord/limits.ts";
import { ForbiddenWords } from "../src/say/rules/forbidden-words.ts";
import type { Result } from "./index.ts";

const RUNS = 21;

const phrasesOf = (write: (n: number) => string): string[] =>
	Array.from({ length: wordsMax }, (_, n) => write(n).slice(-wordMaxCharacters));

const cases = [
	{
		list: "words of a language",
		words: phrasesOf((n) => `word${n}`),
		text: "these are words that nobody minds ".repeat(200),
	},
	{
		list: "phrases that share their beginning",
		words: phrasesOf((n) => `${"a".repeat(94 - (n % 50))}b${n}`),
		text: "a".repeat(stringOptionMax),
	},
	{
		list: "phrases of one-letter words",
		words: phrasesOf((n) => `${"a ".repeat(47)}b${n}`),
		text: "a ".repeat(stringOptionMax / 2),
	},
	{
		list: "phrases in a script without spaces",
		words: phrasesOf((n) => `${"あ".repeat(94 - (n % 50))}い${n}`),
		text: "あ".repeat(stringOptionMax),
	},
];

/** @returns the median time of some work, in ms */
const timeOf = async (work: () => unknown): Promise<number> => {
	const times: number[] = [];
	for (let n = 0; n < RUNS; n += 1) {
		const start = performance.now();
		await work();
		times.push(performance.now() - start);
	}
	return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] as number;
};

/** The time to search a text of 6,000 characters for a full word list, and to prepare the list, which is cached. */
export const run = async () => {
	const rows: Result["rows"][number][] = [];
	for (const { list, words, text } of cases) {
		const forbidden = await ForbiddenWords.prepare(words);
		rows.push({
			list,
			"search, ms": (await timeOf(() => forbidden.areIn(text.slice(0, stringOptionMax)))).toFixed(2),
			"prepare, ms": (await timeOf(() => ForbiddenWords.prepare(words))).toFixed(2),
		});
	}
	return {
		title: `${wordsMax} phrases of up to ${wordMaxCharacters} characters in ${stringOptionMax} characters, median of ${RUNS}`,
		rows,
	};
};

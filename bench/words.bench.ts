import { performance } from "node:perf_hooks";
import { stringOptionMax } from "../src/discord/limits.ts";
import { ForbiddenWords } from "../src/say/forbidden-words.ts";
import { wordMaxCharacters, wordsMax } from "../src/say/word-list.ts";

const RUNS = 21;

export const name = "words";

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
const timeOf = (work: () => void): number => {
	const times = Array.from({ length: RUNS }, () => {
		const start = performance.now();
		work();
		return performance.now() - start;
	});
	return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] as number;
};

/** Time to search a text of 6,000 characters for a full word list, and to prepare the list, which is kept. */
export const run = async () => ({
	title: `${wordsMax} phrases of up to ${wordMaxCharacters} characters in ${stringOptionMax} characters, median of ${RUNS}`,
	rows: cases.map(({ list, words, text }) => {
		const forbidden = new ForbiddenWords(words);
		return {
			list,
			"search, ms": timeOf(() => forbidden.areIn(text.slice(0, stringOptionMax))).toFixed(2),
			"prepare, ms": timeOf(() => new ForbiddenWords(words)).toFixed(2),
		};
	}),
});

import { foldWord } from "./forbidden-words.ts";

/** Every text is searched for every word; enough for any list kept by hand. */
export const wordsMax = 1_000;
export const wordMaxCharacters = 100;

/** @returns the words that have a letter or digit, without duplicates and extra white space */
export const cleanWords = (words: readonly string[]): string[] => [
	...new Map(
		words
			.map((word) => word.replace(/\s+/g, " ").trim())
			.filter((word) => foldWord(word) !== "")
			.map((word) => [foldWord(word), word]),
	).values(),
];

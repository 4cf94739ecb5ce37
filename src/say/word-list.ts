import { inStretches } from "../shared/in-stretches.ts";
import { foldWord } from "./forbidden-words.ts";

/** Every text is searched for every word; enough for any list kept by hand. */
export const wordsMax = 1_000;
/** Also of what is compared: some characters are several letters then. */
export const wordMaxCharacters = 100;

/** @returns the words that have a letter or digit, without extra white space, by what is compared of them */
export const cleanWords = async (words: readonly string[]): Promise<ReadonlyMap<string, string>> => {
	const rest = inStretches();
	const cleaned = new Map<string, string>();
	for (const given of words) {
		const word = given.replace(/\s+/g, " ").trim();
		const folded = foldWord(word);
		if (folded !== "") cleaned.set(folded, word);
		await rest();
	}
	return cleaned;
};

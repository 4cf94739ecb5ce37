import { unspaced } from "../speech/text/speakable/characters.ts";

const wordCharacter = /[\p{L}\p{N}\p{M}]/u;
const asciiWord = /[0-9a-z]/;

/** @returns whether a folded character belongs to a word that ends where the next character doesn't belong to it */
const isOfWord = (character: string): boolean =>
	character < "\u0080"
		? asciiWord.test(character)
		: wordCharacter.test(character) && !unspaced.test(character);

/** The same in every case, width and form; empty for what has no sound and no look. */
const foldCharacter = (character: string): string =>
	character >= "!" && character < "\u0080"
		? character.toLowerCase()
		: character
				.normalize("NFKC")
				.toLowerCase()
				.replaceAll("ς", "σ")
				.replace(/\p{Cf}|\uFE0F/gu, "")
				.replace(/\s+/g, " ");

/** A place where a word may begin or end, beyond all code points. */
const boundary = 0x11_0000;
/** Stands for no place in the text: within a character that is several when folded. */
const nowhere = -1;

/** A text as its characters are compared. */
export interface Symbols {
	/** Code points, and a symbol wherever a word may begin or end. */
	readonly symbols: Int32Array;
	/** Where in the text each symbol begins, in UTF-16 units; -1 for none. */
	readonly places: Int32Array;
}

/**
 * Writes a text as symbols. Where a word may begin or end follows from the characters on both sides, so a word or phrase
 * stands alone in a text where its symbols, with one of those places on either side, are among the text's.
 */
export const writeSymbols = (text: string): Symbols => {
	const symbols: number[] = [];
	const places: number[] = [];
	const add = (symbol: number, place: number) => {
		symbols.push(symbol);
		places.push(place);
	};
	let afterWord = false;
	let afterSpace = false;
	let place = 0;
	for (const character of text.normalize("NFC")) {
		let at = place;
		for (const folded of foldCharacter(character)) {
			const isWord = isOfWord(folded);
			// A run of white space is one space.
			if (folded === " " && afterSpace) continue;
			if (!isWord || !afterWord) add(boundary, at);
			add(folded.codePointAt(0) as number, at);
			afterWord = isWord;
			afterSpace = folded === " ";
			at = nowhere;
		}
		place += character.length;
	}
	add(boundary, place);
	return { symbols: Int32Array.from(symbols), places: Int32Array.from(places) };
};

/** @returns what words have in common that are the same in a dictionary; empty for a word that can't be found */
export const foldDictionaryWord = (word: string): string => {
	const { symbols } = writeSymbols(word.trim());
	return symbols.length === 1
		? ""
		: String.fromCodePoint(...symbols.filter((symbol) => symbol !== boundary)).trim();
};

import { isWordCharacter } from "../say/rules/forbidden-words.ts";
import { PhraseSearch } from "../say/rules/phrase-search.ts";
import { cutMarks } from "../shared/cut-marks.ts";
import { inStretches } from "../shared/in-stretches.ts";
import { unspaced } from "../speech/text/speakable/unspaced.ts";
import type { DictionaryEntry } from "../store/database.ts";

/** @returns whether a folded character belongs to a word that ends where the next character doesn't belong to it */
const isOfWord = (character: string): boolean => isWordCharacter(character) && !unspaced.test(character);

/** Two honorifics that are 18 and 8 letters when normalized; all other characters are at most six. */
const ligature = /[\uFDFA\uFDFB]/;

/** The same in every case, width and form; empty for what has no sound and no look. */
const foldCharacter = (character: string): string =>
	(character >= "!" && character < "\u0080") || ligature.test(character)
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
interface Symbols {
	/** Code points, and a symbol wherever a word may begin or end. */
	readonly symbols: Int32Array;
	/** Where in the text each symbol begins, in UTF-16 units; -1 for none. */
	readonly places: Int32Array;
}

/**
 * Writes a text as symbols. Where a word may begin or end follows from the characters on both sides, so a word or phrase
 * stands alone in a text where its symbols, with one of those places on either side, are among the text's.
 */
const writeSymbols = (text: string): Symbols => {
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

/** Entries can be much longer than their words: more than this of a text isn't spoken anyway. */
const textMaxCharacters = 12_000;

/** The longest word: some characters are six letters when they are compared. */
const symbolsMax = 1_001;

/** How a guild has words said: literal, regardless of case, as whole words where the script has spaces between them. */
export class SpokenDictionary {
	readonly #entries: readonly DictionaryEntry[];
	readonly #lengths: readonly number[];
	/** Backwards, so that it finds the longest word that begins somewhere. */
	readonly #search: PhraseSearch;

	private constructor(entries: readonly DictionaryEntry[], words: readonly Int32Array[]) {
		this.#entries = entries;
		this.#lengths = words.map(({ length }) => length);
		// A word without a look is a single place between words: it would be found everywhere.
		this.#search = new PhraseSearch(
			words.map((word) =>
				word.length > 1 && word.length <= symbolsMax ? word.reverse() : word.subarray(0, 0),
			),
		);
	}

	/** Takes time linear in the length of all entries. @param entries - with different words */
	static async prepare(entries: readonly DictionaryEntry[]): Promise<SpokenDictionary> {
		const rest = inStretches();
		const words: Int32Array[] = [];
		for (const { word } of entries) {
			words.push(writeSymbols(word.trim()).symbols);
			await rest();
		}
		return new SpokenDictionary(entries, words);
	}

	/**
	 * Replaces words by how they are said: the first in the text goes first, of those that begin at the same place the
	 * longest, and what was written by one entry isn't read by another. Takes time linear in the text.
	 */
	readonly apply = (written: string): string => {
		if (this.#entries.length === 0) return written;
		const text = written.normalize("NFC");
		const { symbols, places } = writeSymbols(text);
		const last = symbols.length - 1;
		const found = this.#search.findLongest(symbols.toReversed());
		const said: string[] = [];
		let length = 0;
		let end = 0;
		for (let at = 0; at < last && length < textMaxCharacters; ) {
			const number = found[last - at] as number;
			const entry = this.#entries[number];
			const next = at + (this.#lengths[number] ?? 0) - 1;
			const [from = -1, to = -1] = [places[at], places[next]];
			if (!entry || from < 0 || to < 0) {
				at += 1;
				continue;
			}
			const before = text.slice(end, from);
			said.push(before, entry.say);
			length += before.length + entry.say.length;
			end = to;
			at = next;
		}
		// Marks that several entries end with are on one letter.
		return cutMarks((said.join("") + text.slice(end)).slice(0, textMaxCharacters));
	};
}

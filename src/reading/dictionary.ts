import { isWordCharacter } from "../say/rules/forbidden-words.ts";
import { PhraseSearch } from "../say/rules/phrase-search.ts";
import { cutMarks } from "../shared/cut-marks.ts";
import { inStretches } from "../shared/in-stretches.ts";
import { unspaced } from "../speech/text/speakable/unspaced.ts";
import type { DictionaryEntry } from "../store/database.ts";

/** @returns whether a folded character belongs to a word of a script with spaces between words */
const isOfWord = (character: string): boolean => isWordCharacter(character) && !unspaced.test(character);

/** Two Arabic ligatures that normalize to 18 and 8 letters. All other characters have at most six. */
const ligature = /[\uFDFA\uFDFB]/;

/** Folds case, width and form. @returns "" for a character without sound and look */
const foldCharacter = (character: string): string =>
	(character >= "!" && character < "\u0080") || ligature.test(character)
		? character.toLowerCase()
		: character
				.normalize("NFKC")
				.toLowerCase()
				.replaceAll("ς", "σ")
				.replace(/\p{Cf}|\uFE0F/gu, "")
				.replace(/\s+/g, " ");

/** A symbol for a place where a word may begin or end. It is beyond all code points. */
const boundary = 0x11_0000;
/** The place of a symbol that isn't the first of its character, which folds to several. */
const nowhere = -1;

/** A text in the form that is searched. */
interface Symbols {
	/** Code points, and `boundary` wherever a word may begin or end. */
	readonly symbols: Int32Array;
	/** For each symbol, where it begins in the text, in UTF-16 units; -1 for none. */
	readonly places: Int32Array;
}

/**
 * Writes a text as symbols. Whether a word may begin or end somewhere depends on the characters on both sides. So a
 * word stands alone in a text if the text's symbols contain the word's, which have a boundary on either side.
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

/**
 * @returns a word in the form that is compared; "" if it can't be found in a text. Words with the same form are one
 * entry
 */
export const foldDictionaryWord = (word: string): string => {
	const { symbols } = writeSymbols(word.trim());
	return symbols.length === 1
		? ""
		: String.fromCodePoint(...symbols.filter((symbol) => symbol !== boundary)).trim();
};

/**
 * How much of a text is written, in UTF-16 units. Entries may make it much longer, and more than this isn't spoken
 * anyway.
 */
const textMaxCharacters = 12_000;

/** The most symbols of a word. Folding makes up to six letters of some characters. */
const symbolsMax = 1_001;

/** How a guild has words said. Case is ignored. If a script has spaces, only whole words match. */
export class SpokenDictionary {
	readonly #entries: readonly DictionaryEntry[];
	readonly #lengths: readonly number[];
	/** Searches backwards, so that it finds the longest word that begins at a place. */
	readonly #search: PhraseSearch;

	private constructor(entries: readonly DictionaryEntry[], words: readonly Int32Array[]) {
		this.#entries = entries;
		this.#lengths = words.map(({ length }) => length);
		// A word that folds to nothing is a single boundary, which would be found everywhere.
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
	 * Replaces words with how they are said. Earlier words in the text come first, and of words that begin at the same
	 * place the longest. An entry doesn't apply to what another one wrote. Takes time linear in the text's length.
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
		// Neighbouring entries may put many marks on one letter.
		return cutMarks((said.join("") + text.slice(end)).slice(0, textMaxCharacters));
	};
}

import { PhraseSearch } from "../say/phrase-search.ts";
import { cutMarks } from "../shared/cut-marks.ts";
import type { DictionaryEntry } from "../store/dictionary.ts";
import { writeSymbols } from "./dictionary-symbols.ts";

/** Entries can be much longer than their words: more than this of a text isn't spoken anyway. */
const textMaxCharacters = 12_000;

/** Of one word: some characters are eighteen when they are compared. */
const symbolsMax = 1_001;

/** How a guild has words said: literal, regardless of case, as whole words where the script has spaces between them. */
export class SpokenDictionary {
	readonly #entries: readonly DictionaryEntry[];
	readonly #lengths: readonly number[];
	/** Backwards, so that it finds the longest word that begins somewhere. */
	readonly #search: PhraseSearch;

	/** Takes time linear in the length of all entries. @param entries - with different words */
	constructor(entries: readonly DictionaryEntry[]) {
		const words = entries.map(({ word }) => writeSymbols(word.trim()).symbols);
		this.#entries = entries;
		this.#lengths = words.map(({ length }) => length);
		// What has no look is a single place between words: it would be found everywhere.
		this.#search = new PhraseSearch(
			words.map((word) =>
				word.length > 1 && word.length <= symbolsMax ? word.reverse() : word.subarray(0, 0),
			),
		);
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

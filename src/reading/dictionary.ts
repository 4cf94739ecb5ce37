import { isWordCharacter } from "../say/rules/forbidden-words.ts";
import { searchFor } from "../say/rules/phrase-search.ts";
import { cutMarks } from "../shared/cut-marks.ts";
import { inStretches } from "../shared/in-stretches.ts";
import { cleanCharacters } from "../speech/text/speakable/characters.ts";
import { unspaced } from "../speech/text/speakable/pieces.ts";
import { isSpeakable } from "../speech/text/speakable.ts";
import type { DictionaryEntry } from "../store/database.ts";

/** @returns whether a folded character belongs to a word of a script with spaces between words */
const isOfWord = (character: string): boolean => isWordCharacter(character) && !unspaced.test(character);

/**
 * Two Arabic ligatures that aren't normalized, because they would become 18 and 8 letters. All other characters become
 * at most six.
 */
const ligature = /[\uFDFA\uFDFB]/;

/**
 * Folds case, width and form.
 *
 * @returns "" for a format character or variation selector, which is neither heard nor seen
 */
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
/** The place of each symbol but the first, if a character folds to several. */
const nowhere = -1;

/**
 * Writes a text as symbols. A word's symbols begin and end with a boundary, so a search finds them in a text's symbols
 * only if the word stands alone there.
 *
 * @returns `symbols`: code points, and `boundary` wherever a word may begin or end. `places`: for each symbol, where it
 * begins in the text, in UTF-16 units; `nowhere` for a symbol without a place of its own
 */
const writeSymbols = (text: string) => {
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
			// A run of white space counts as one space.
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
 * @returns a word in the form that is compared; "" if nothing of the word is left in that form. Words with the same
 * form are one entry
 */
export const foldDictionaryWord = (word: string): string => {
	const { symbols } = writeSymbols(word.trim());
	return symbols.length === 1
		? ""
		: String.fromCodePoint(...symbols.filter((symbol) => symbol !== boundary)).trim();
};

/**
 * The most that `apply` returns of a text, in UTF-16 units. Entries may make a text much longer, and more than this
 * isn't spoken anyway.
 */
const textMaxCharacters = 12_000;

/**
 * The most symbols of a word that is searched for: `foldedMaxCharacters` characters, a boundary before each, and one
 * boundary at the end. A longer word is never found.
 */
const symbolsMax = 1_001;

/**
 * Prepares how a guild has words said. Case is ignored. In a script with spaces between words, only whole words match.
 * Takes time linear in the length of all entries.
 *
 * @param entries - no two of them for the same word
 * @returns a function that replaces words with how they are said. Where matches overlap, the one that begins first
 * counts, and of those that begin at the same place the longest. An entry doesn't apply to what another entry wrote.
 * Takes time linear in the text's length
 */
export const prepareDictionary = async (entries: readonly DictionaryEntry[]) => {
	const symbolsOf = ({ word }: DictionaryEntry) => writeSymbols(word.trim()).symbols;
	const words = await Array.fromAsync(inStretches(entries), symbolsOf);
	const lengths = words.map(({ length }) => length);
	// Searches backwards, so that it finds the longest word that begins at a place. A word that folds to nothing is a
	// single boundary, which would be found everywhere.
	const search = searchFor(
		words.map((word) =>
			word.length > 1 && word.length <= symbolsMax ? word.reverse() : word.subarray(0, 0),
		),
	);
	return (written: string): string => {
		if (entries.length === 0) return written;
		const text = written.normalize("NFC");
		const { symbols, places } = writeSymbols(text);
		const last = symbols.length - 1;
		const found = search.findLongest(symbols.toReversed());
		const said: string[] = [];
		let length = 0;
		let end = 0;
		for (let at = 0; at < last && length < textMaxCharacters; ) {
			const number = found[last - at] as number;
			const entry = entries[number];
			const next = at + (lengths[number] ?? 0) - 1;
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
};

/** The most entries of a dictionary, which is for names and jargon. Every text is searched for all of them. */
export const entriesMax = 500;
/** The most characters of a word or phrase, and of how it is said. */
export const entryMaxCharacters = 100;
/** The most UTF-16 units of a folded word. Folding makes up to six letters of some characters. */
const foldedMaxCharacters = 500;

export type LineRefusal =
	/** There is no separator between the word and how it is said. */
	| "no_separator"
	/** The word has nothing that could be found in a text. */
	| "no_word"
	| "too_long"
	/** An earlier line has the same word. */
	| "duplicate"
	| "too_many"
	/** The entry would say words that the server blocks. */
	| "blocked";

export interface RefusedLine {
	/** The line's number, counted from 1. */
	readonly line: number;
	readonly why: LineRefusal;
}

const clean = (text: string): string => cleanCharacters(text).replace(/\s+/g, " ").trim();

/**
 * @returns an entry to store, or why it is invalid. If its `say` can't be spoken, it becomes "", which leaves the word
 * out
 */
export const makeEntry = (
	word: string,
	say: string,
): DictionaryEntry | Extract<LineRefusal, "no_word" | "too_long"> => {
	const entry = { word: clean(word), say: clean(say) };
	const isLong = [entry.word, entry.say].some(({ length }) => length > entryMaxCharacters);
	if (isLong) return "too_long";
	const folded = foldDictionaryWord(entry.word);
	if (folded.length > foldedMaxCharacters) return "too_long";
	if (folded === "") return "no_word";
	return isSpeakable(entry.say) ? entry : { ...entry, say: "" };
};

/** The possible separators between a word and how it is said. Of those on equally many lines, the first one is used. */
const separators = ["\t", "→", "=>", "->", "=", ";", ":", ","] as const;
type Separator = (typeof separators)[number];
/** Separators that also occur within words and texts. */
const common: ReadonlySet<Separator> = new Set([";", ":", ","]);

/** @returns the separator that is on most lines */
const findSeparator = (lines: readonly string[]): Separator => {
	const count = (separator: Separator) => lines.filter((line) => line.includes(separator)).length;
	const counts = separators.map(count);
	return separators[counts.indexOf(Math.max(...counts))] ?? "\t";
};

/** A quoted CSV value, in which a quote is doubled. */
const quoted = /^\s*"((?:[^"]|"")*)"\s*/;

interface CutLine {
	readonly word: string;
	readonly say: string;
	/** Whether the line is ambiguous: it could also be cut elsewhere. */
	readonly isUnsure: boolean;
}

/**
 * @returns a line cut at its first separator, or at the first separator after a quoted word; undefined if the line has
 * none
 */
const cutAt = (line: string, separator: Separator): CutLine | undefined => {
	const isCsv = separator === "," || separator === ";";
	const readQuoted = (value: string) => {
		const [whole, inside = ""] = (isCsv && quoted.exec(value)) || [];
		return whole === value ? inside.replaceAll('""', '"') : undefined;
	};
	const [inQuotes = ""] = (isCsv && quoted.exec(line)) || [];
	const at = line.indexOf(separator, inQuotes.length);
	if (at === -1) return undefined;
	const [word, say] = [line.slice(0, at), line.slice(at + separator.length)];
	const whole = readQuoted(say);
	const isUnsure = common.has(separator) && whole === undefined && say.includes(separator);
	return { word: readQuoted(word) ?? word, say: whole ?? say, isUnsure };
};

/**
 * @returns a line cut at the file's separator, or at another separator if the line lacks that of the file or has a less
 * ambiguous one; undefined if the line has no separator
 */
const cutLine = (line: string, ofFile: Separator): CutLine | undefined => {
	// In a file with tabs, such as one that Herald wrote, other separators belong to the words.
	if (ofFile === "\t") return cutAt(line, ofFile);
	const clear = separators.find((each) => line.includes(each));
	if (clear === undefined) return undefined;
	const isOther = !line.includes(ofFile) || (common.has(ofFile) && !common.has(clear));
	const cut = cutAt(line, isOther ? clear : ofFile);
	return cut && { ...cut, isUnsure: cut.isUnsure || isOther };
};

interface DictionaryFile {
	readonly entries: readonly DictionaryEntry[];
	/** The entries of ambiguous lines. */
	readonly unsure: readonly DictionaryEntry[];
	readonly refused: readonly RefusedLine[];
}

/**
 * Reads the lines of a dictionary's file. Each line is a word, a separator, and how the word is said. If nothing comes
 * after the separator, the word is left out when a text is spoken. The file's separator is the one on most lines.
 * Unless it is a tab, a line without it is cut at another separator. Empty lines are ignored.
 *
 * @param isBlocked - whether the server blocks what an entry would say
 */
export const readDictionaryLines = async (
	lines: readonly string[],
	isBlocked: (say: string) => boolean = () => false,
): Promise<DictionaryFile> => {
	const entries = new Map<string, DictionaryEntry>();
	const unsure: DictionaryEntry[] = [];
	const refused: RefusedLine[] = [];
	const separator = findSeparator(lines);
	const read = (text: string): LineRefusal | undefined => {
		const cut = cutLine(text, separator);
		if (!cut) return "no_separator";
		// Once the dictionary is full, further lines are refused without making their entries, which is quicker.
		if (entries.size === entriesMax) return "too_many";
		const entry = makeEntry(cut.word, cut.say);
		if (typeof entry === "string") return entry;
		if (isBlocked(entry.say)) return "blocked";
		const key = foldDictionaryWord(entry.word);
		if (entries.has(key)) return "duplicate";
		entries.set(key, entry);
		if (cut.isUnsure) unsure.push(entry);
		return undefined;
	};
	for await (const [index, text] of inStretches(lines.entries())) {
		if (text.trim() === "") continue;
		const why = read(text);
		if (why !== undefined) refused.push({ line: index + 1, why });
	}
	return { entries: [...entries.values()], unsure, refused };
};

export const writeDictionaryLines = (entries: readonly DictionaryEntry[]): string[] =>
	entries.map(({ word, say }) => `${word}\t${say}`);

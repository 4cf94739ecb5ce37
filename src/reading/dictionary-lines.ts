import { inStretches } from "../shared/in-stretches.ts";
import { cleanCharacters } from "../speech/text/speakable/characters.ts";
import { isSpeakable } from "../speech/text/speakable.ts";
import type { DictionaryEntry } from "../store/database.ts";
import { foldDictionaryWord } from "./dictionary.ts";

/** A dictionary is for names and jargon; every text is searched for every word. */
export const entriesMax = 500;
/** Longest word or phrase, and longest way of saying it. */
export const entryMaxCharacters = 100;
/** The longest word as it is compared: some characters are six letters then. */
const foldedMaxCharacters = 500;

export type LineRefusal =
	/** Without the file's separator between the word and how it is said. */
	| "no_separator"
	/** The word has nothing that could be found in a text. */
	| "no_word"
	| "too_long"
	/** Another line before has the same word. */
	| "duplicate"
	| "too_many"
	/** It would say what the server blocks. */
	| "blocked";

/** A line of a file that can't be used. */
export interface RefusedLine {
	/** From 1 on. */
	readonly line: number;
	readonly why: LineRefusal;
}

const clean = (text: string): string => cleanCharacters(text).replace(/\s+/g, " ").trim();

/** @returns a word and how it is said as they are kept, or why they can't be: what can't be spoken is left out */
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

/** What may be between a word and how it is said; of those on as many lines, the first counts. */
const separators = ["\t", "→", "=>", "->", "=", ";", ":", ","] as const;
type Separator = (typeof separators)[number];

/** @returns the separator that most lines have */
const findSeparator = (lines: readonly string[]): Separator => {
	const count = (separator: Separator) => lines.filter((line) => line.includes(separator)).length;
	const counts = separators.map(count);
	return separators[counts.indexOf(Math.max(...counts))] ?? "\t";
};

/** A value of CSV in quotes, in which a quote is two. */
const quoted = /^\s*"((?:[^"]|"")*)"\s*/;

/** @returns a line's word and how it is said; undefined where there is nothing between them */
const cutLine = (line: string, separator: Separator): readonly [string, string] | undefined => {
	const isCsv = separator === "," || separator === ";";
	const unquote = (value: string) => {
		const [whole, inside = ""] = (isCsv && quoted.exec(value)) || [];
		return whole === value ? inside.replaceAll('""', '"') : value;
	};
	const [inQuotes = ""] = (isCsv && quoted.exec(line)) || [];
	const at = line.indexOf(separator, inQuotes.length);
	if (at === -1) return undefined;
	return [unquote(line.slice(0, at)), unquote(line.slice(at + separator.length))];
};

/**
 * Reads the lines of a dictionary's file: each a word, a separator, and how it is said; nothing after the separator leaves
 * the word out. The separator is one for the whole file. Empty lines don't count.
 *
 * @param isBlocked - whether the server blocks what an entry would say
 */
export const readDictionaryLines = async (
	lines: readonly string[],
	isBlocked: (say: string) => boolean = () => false,
): Promise<{ readonly entries: readonly DictionaryEntry[]; readonly refused: readonly RefusedLine[] }> => {
	const rest = inStretches();
	const entries = new Map<string, DictionaryEntry>();
	const refused: RefusedLine[] = [];
	const separator = findSeparator(lines);
	const read = (text: string): LineRefusal | undefined => {
		const [word, say] = cutLine(text, separator) ?? [];
		if (word === undefined || say === undefined) return "no_separator";
		// The rest of a long file takes no time.
		if (entries.size === entriesMax) return "too_many";
		const entry = makeEntry(word, say);
		if (typeof entry === "string") return entry;
		if (isBlocked(entry.say)) return "blocked";
		const key = foldDictionaryWord(entry.word);
		if (entries.has(key)) return "duplicate";
		entries.set(key, entry);
		return undefined;
	};
	for (const [index, text] of lines.entries()) {
		if (text.trim() === "") continue;
		const why = read(text);
		if (why !== undefined) refused.push({ line: index + 1, why });
		await rest();
	}
	return { entries: [...entries.values()], refused };
};

/** @returns the lines of a file that reads as these entries */
export const writeDictionaryLines = (entries: readonly DictionaryEntry[]): string[] =>
	entries.map(({ word, say }) => `${word}\t${say}`);

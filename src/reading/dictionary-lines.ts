import { inStretches } from "../shared/in-stretches.ts";
import { cleanCharacters } from "../speech/text/speakable/characters.ts";
import { isSpeakable } from "../speech/text/speakable.ts";
import type { DictionaryEntry } from "../store/database.ts";
import { foldDictionaryWord } from "./dictionary.ts";

/** A dictionary is for names and jargon. Every text is searched for all its words. */
export const entriesMax = 500;
/** The most characters of a word or phrase, and of how it is said. */
export const entryMaxCharacters = 100;
/** The longest word after folding, which makes up to six letters of some characters. In UTF-16 units. */
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
	/** It would say what the server blocks. */
	| "blocked";

/** A line of a file that can't be used. */
export interface RefusedLine {
	/** The line's number, counted from 1. */
	readonly line: number;
	readonly why: LineRefusal;
}

const clean = (text: string): string => cleanCharacters(text).replace(/\s+/g, " ").trim();

/**
 * @returns an entry to store, or why it is invalid. An entry that can't be spoken is stored as "", which leaves the
 * word out
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
/** Separators that words and texts have, too. */
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
	/** Whether the line may mean something else. */
	readonly isUnsure: boolean;
}

/** @returns a line cut at its first separator outside of quotes; undefined if it has none */
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
	// Separators in `common` also occur within words and texts.
	const isUnsure = common.has(separator) && whole === undefined && say.includes(separator);
	return { word: readQuoted(word) ?? word, say: whole ?? say, isUnsure };
};

/** @returns a line cut at the file's separator, or at its clearest other one; undefined if it has none */
const cutLine = (line: string, ofFile: Separator): CutLine | undefined => {
	// Herald writes tabs, and never another separator.
	if (ofFile === "\t") return cutAt(line, ofFile);
	const clear = separators.find((each) => line.includes(each));
	if (clear === undefined) return undefined;
	const isOther = !line.includes(ofFile) || (common.has(ofFile) && !common.has(clear));
	const cut = cutAt(line, isOther ? clear : ofFile);
	return cut && { ...cut, isUnsure: cut.isUnsure || isOther };
};

/** The content of a dictionary's file. */
interface DictionaryFile {
	readonly entries: readonly DictionaryEntry[];
	/** The entries of lines that may mean something else. */
	readonly unsure: readonly DictionaryEntry[];
	readonly refused: readonly RefusedLine[];
}

/**
 * Reads the lines of a dictionary's file. Each is a word, a separator, and how the word is said; nothing after the
 * separator leaves the word out. A line without the separator of most lines is cut at another one. Empty lines are
 * ignored.
 *
 * @param isBlocked - whether the server blocks what an entry would say
 */
export const readDictionaryLines = async (
	lines: readonly string[],
	isBlocked: (say: string) => boolean = () => false,
): Promise<DictionaryFile> => {
	const rest = inStretches();
	const entries = new Map<string, DictionaryEntry>();
	const unsure: DictionaryEntry[] = [];
	const refused: RefusedLine[] = [];
	const separator = findSeparator(lines);
	const read = (text: string): LineRefusal | undefined => {
		const cut = cutLine(text, separator);
		if (!cut) return "no_separator";
		// A long file's further lines are refused quickly.
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
	for (const [index, text] of lines.entries()) {
		if (text.trim() === "") continue;
		const why = read(text);
		if (why !== undefined) refused.push({ line: index + 1, why });
		await rest();
	}
	return { entries: [...entries.values()], unsure, refused };
};

/** @returns the lines of a file from which these entries would be read */
export const writeDictionaryLines = (entries: readonly DictionaryEntry[]): string[] =>
	entries.map(({ word, say }) => `${word}\t${say}`);

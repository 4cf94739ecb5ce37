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
	/** Without a tab between the word and how it is said. */
	| "no_tab"
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

/**
 * Reads the lines of a dictionary's file: each a word, a tab, and how it is said; nothing after the tab leaves the word
 * out. Empty lines don't count.
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
	const read = (text: string): LineRefusal | undefined => {
		const tab = text.indexOf("\t");
		if (tab === -1) return "no_tab";
		// The rest of a long file takes no time.
		if (entries.size === entriesMax) return "too_many";
		const entry = makeEntry(text.slice(0, tab), text.slice(tab + 1));
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

import type { Voice } from "@herald/common/wire/voices.ts";
import { distance } from "fastest-levenshtein";

/** Longer queries than any voice's description only cost time. */
const queryWordsMax = 8;
/** How many of them may be misspelled: each is compared with every word of thousands of voices. */
const misspelledWordsMax = 3;
const queryWordMaxLength = 40;

/** Words that describe a voice, as members may type them. */
export type WordsOf = (voice: Voice) => readonly string[];

/** @returns a name or word as it is compared, whatever its case */
export const fold = (text: string): string => text.normalize("NFC").trim().toLowerCase();

const tolerance = (word: string): number => {
	if (word.length <= 2) return 0;
	if (word.length <= 3) return 1;
	return word.length <= 7 ? 2 : 3;
};

/** @returns what measures how far a word is from a field, or from the beginning of one */
const measureFrom = (word: string): ((field: string) => number) => {
	// Thousands of voices are said to be "female".
	const known = new Map<string, number>();
	return (field) => {
		const before = known.get(field);
		if (before !== undefined) return before;
		const whole = distance(word, field);
		// A half-typed name with a typo; it ranks behind a whole name that is as near.
		const part = field.length > word.length ? distance(word, field.slice(0, word.length)) + 0.5 : whole;
		const nearest = Math.min(whole, part);
		known.set(field, nearest);
		return nearest;
	};
};

/**
 * How far one word of a query is from a voice, below 1 when it is spelled right; undefined when too far.
 *
 * @param fields - its name, then what it is like
 * @param measure - how far the word is from a field; left out where it must be spelled right
 */
const scoreWord = (
	word: string,
	fields: readonly string[],
	measure: ((field: string) => number) | undefined,
): number | undefined => {
	const [name = ""] = fields;
	if (fields.includes(word)) return 0;
	if (name.startsWith(word)) return 0.1;
	if (fields.some((field) => field.startsWith(word))) return 0.2;
	// Within names only: "male" is inside "female".
	if (word.length > 1 && name.includes(word)) return 0.3;
	if (!measure) return undefined;
	const misspelled = fields.flatMap((field, n) => {
		const nearest = measure(field);
		// Its other words are meant less often than its name, which is the first.
		return nearest <= tolerance(word) + 0.5 ? [nearest + (n === 0 ? 1 : 2)] : [];
	});
	return misspelled.length > 0 ? Math.min(...misspelled) : undefined;
};

interface Match {
	readonly voice: Voice;
	/** Words of the query that say nothing of this voice. */
	readonly missing: number;
	/** How far the others are from it. */
	readonly score: number;
	/** Words that are misspelled, or say nothing of it. */
	readonly wrong: number;
}

const foldedFields = new WeakMap<Voice, readonly string[]>();

/** There may be thousands of voices, and a search at each letter. */
const fieldsOf = (voice: Voice, wordsOf: WordsOf): readonly string[] => {
	const known = foldedFields.get(voice);
	if (known) return known;
	const fields = [voice.name, ...wordsOf(voice)].map(fold);
	foldedFields.set(voice, fields);
	return fields;
};

/** @param mayBeWrong - whether words may be misspelled, which takes longer */
const matchVoices = (
	query: string,
	voices: readonly Voice[],
	wordsOf: WordsOf,
	mayBeWrong: boolean,
): readonly Match[] => {
	const words = fold(query)
		.split(/[^\p{L}\p{N}\p{M}_-]+/u)
		.filter((word) => word !== "")
		.slice(0, mayBeWrong ? misspelledWordsMax : queryWordsMax)
		.map((word) => word.slice(0, queryWordMaxLength))
		.map((word) => ({ word, measure: mayBeWrong ? measureFrom(word) : undefined }));
	return voices.map((voice) => {
		const fields = fieldsOf(voice, wordsOf);
		const scores = words.map(({ word, measure }) => scoreWord(word, fields, measure));
		const known = scores.filter((score) => score !== undefined);
		return {
			voice,
			missing: scores.length - known.length,
			score: known.reduce((sum, score) => sum + score, 0),
			wrong: scores.filter((score) => score === undefined || score >= 1).length,
		};
	});
};

/**
 * Finds the voices that a query may mean, by name, character and sex: "firm female", "kroe".
 *
 * @returns the nearest first; only exact matches, if there are any; all in their order for an empty query
 */
export const suggestVoices = (query: string, voices: readonly Voice[], wordsOf: WordsOf): Voice[] => {
	// A name of several words, which an operator's own may be, is matched as a whole.
	const whole = fold(query);
	const named = voices.find((voice) => fold(voice.name) === whole);
	if (named) return [named];
	const find = (mayBeWrong: boolean) =>
		matchVoices(query, voices, wordsOf, mayBeWrong).filter(({ missing }) => missing === 0);
	const right = find(false);
	return (right.length > 0 ? right : find(true)).sort((a, b) => a.score - b.score).map(({ voice }) => voice);
};

/** @returns the first voice that every word of a query is said of, such as "warm female" */
export const fitVoice = (query: string, voices: readonly Voice[], wordsOf: WordsOf): Voice | undefined =>
	/[\p{L}\p{N}]/u.test(query)
		? matchVoices(query, voices, wordsOf, false).find(({ missing, score }) => missing === 0 && score === 0)
				?.voice
		: undefined;

/** @returns the `count` voices that most words of a query are said of, the nearest first, then those of the nearest names */
export const nearestVoices = (
	query: string,
	voices: readonly Voice[],
	wordsOf: WordsOf,
	count: number,
): Voice[] => {
	const whole = fold(query).slice(0, queryWordMaxLength);
	return matchVoices(query, voices, wordsOf, true)
		.map((match) => ({ ...match, distance: distance(whole, fold(match.voice.name)) }))
		.sort(
			(a, b) => a.wrong - b.wrong || a.missing - b.missing || a.score - b.score || a.distance - b.distance,
		)
		.slice(0, count)
		.map(({ voice }) => voice);
};

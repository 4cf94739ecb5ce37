import type { Voice } from "@herald/common/wire/voices.ts";
import { distance } from "fastest-levenshtein";

/** Longer queries than any voice's description only cost time. */
const queryWordsMax = 8;
const queryWordMaxLength = 40;

/** @returns a name or word as it is compared, whatever its case */
export const fold = (text: string): string => text.normalize("NFC").trim().toLowerCase();

const tolerance = (word: string): number => {
	if (word.length <= 2) return 0;
	if (word.length <= 3) return 1;
	return word.length <= 7 ? 2 : 3;
};

/** How far one word of a query is from a voice, below 1 when it is spelled right; undefined when too far. */
const scoreWord = (word: string, voice: Voice, fields: readonly string[]): number | undefined => {
	const name = fold(voice.name);
	if (fields.includes(word)) return 0;
	if (name.startsWith(word)) return 0.1;
	if (fields.some((field) => field.startsWith(word))) return 0.2;
	// Within names only: "male" is inside "female".
	if (word.length > 1 && name.includes(word)) return 0.3;
	const misspelled = fields.flatMap((field, n) => {
		const whole = distance(word, field);
		// A half-typed name with a typo; it ranks behind a whole name that is as near.
		const part = field.length > word.length ? distance(word, field.slice(0, word.length)) + 0.5 : whole;
		const nearest = Math.min(whole, part);
		// What a voice is like is meant less often than its name, which is the first.
		return nearest <= tolerance(word) + 0.5 ? [nearest + (n === 0 ? 1 : 2)] : [];
	});
	return misspelled.length > 0 ? Math.min(...misspelled) : undefined;
};

interface Match<V> {
	readonly voice: V;
	/** Words of the query that say nothing of this voice. */
	readonly missing: number;
	/** How far the others are from it. */
	readonly score: number;
	/** Words that are misspelled, or say nothing of it. */
	readonly wrong: number;
}

const matchVoices = <V extends Voice>(
	query: string,
	voices: readonly V[],
	wordsOf: (voice: V) => readonly string[],
): readonly Match<V>[] => {
	const words = fold(query)
		.split(/[^\p{L}\p{N}\p{M}_-]+/u)
		.filter((word) => word !== "")
		.slice(0, queryWordsMax)
		.map((word) => word.slice(0, queryWordMaxLength));
	return voices.map((voice) => {
		const fields = [voice.name, ...wordsOf(voice)].map(fold);
		const scores = words.map((word) => scoreWord(word, voice, fields));
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
 * @param wordsOf - what a voice is like
 * @returns the nearest first; only exact matches, if there are any; all in their order for an empty query
 */
export const suggestVoices = <V extends Voice>(
	query: string,
	voices: readonly V[],
	wordsOf: (voice: V) => readonly string[],
): V[] => {
	// A name of several words, which an operator's own may be, is matched as a whole.
	const whole = fold(query);
	const named = voices.find((voice) => fold(voice.name) === whole);
	if (named) return [named];
	const fitting = matchVoices(query, voices, wordsOf).filter(({ missing }) => missing === 0);
	const right = fitting.filter(({ wrong }) => wrong === 0);
	return (right.length > 0 ? right : fitting).sort((a, b) => a.score - b.score).map(({ voice }) => voice);
};

/** @returns the first voice that every word of a query is said of, such as "warm female" */
export const fitVoice = <V extends Voice>(
	query: string,
	voices: readonly V[],
	wordsOf: (voice: V) => readonly string[],
): V | undefined =>
	/[\p{L}\p{N}]/u.test(query)
		? matchVoices(query, voices, wordsOf).find(({ missing, score }) => missing === 0 && score === 0)?.voice
		: undefined;

/** @returns the `count` voices that most words of a query are said of, the nearest first, then those of the nearest names */
export const nearestVoices = <V extends Voice>(
	query: string,
	voices: readonly V[],
	wordsOf: (voice: V) => readonly string[],
	count: number,
): V[] => {
	const whole = fold(query).slice(0, queryWordMaxLength);
	return matchVoices(query, voices, wordsOf)
		.map((match) => ({ ...match, distance: distance(whole, fold(match.voice.name)) }))
		.sort(
			(a, b) => a.wrong - b.wrong || a.missing - b.missing || a.score - b.score || a.distance - b.distance,
		)
		.slice(0, count)
		.map(({ voice }) => voice);
};

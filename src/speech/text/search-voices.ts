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
	let best = Number.POSITIVE_INFINITY;
	for (const field of fields) {
		best = Math.min(best, distance(word, field));
		// A half-typed name with a typo; it ranks behind a whole name that is as near.
		if (field.length > word.length) best = Math.min(best, distance(word, field.slice(0, word.length)) + 0.5);
	}
	return best <= tolerance(word) + 0.5 ? 1 + best : undefined;
};

/**
 * Finds the voices that a query may mean, by name, character and sex: "firm female", "kroe".
 *
 * @param wordsOf - what a voice is like in a member's own language: in German, "warm weiblich" finds the same as "warm
 * female"
 * @returns the nearest first; only exact matches, if there are any; all in their order for an empty query
 */
export const suggestVoices = (
	query: string,
	voices: readonly Voice[],
	wordsOf: (voice: Voice) => readonly string[] = () => [],
): Voice[] => {
	// A name of several words, which an operator's own may be, is matched as a whole.
	const whole = fold(query);
	const named = voices.find((voice) => fold(voice.name) === whole);
	if (named) return [named];
	const words = whole
		.split(/[^\p{L}\p{N}\p{M}_-]+/u)
		.filter((word) => word !== "")
		.slice(0, queryWordsMax)
		.map((word) => word.slice(0, queryWordMaxLength));
	const scored = voices.flatMap((voice) => {
		const fields = [voice.name, voice.character ?? "", voice.sex ?? "", ...wordsOf(voice)]
			.map(fold)
			.filter(Boolean);
		const scores = words.map((word) => scoreWord(word, voice, fields));
		const known = scores.filter((score) => score !== undefined);
		if (known.length < scores.length) return [];
		return [{ voice, score: known.reduce((sum, score) => sum + score, 0), right: known.every((s) => s < 1) }];
	});
	const right = scored.filter((entry) => entry.right);
	const found = right.length > 0 ? right : scored;
	return found.sort((a, b) => a.score - b.score).map((entry) => entry.voice);
};

/** @returns the `count` names nearest to an unknown name, the nearest first */
export const nearestNames = (name: string, names: readonly string[], count: number): string[] => {
	const whole = fold(name).slice(0, queryWordMaxLength);
	return names
		.map((known) => ({ known, score: distance(whole, fold(known)) }))
		.sort((a, b) => a.score - b.score)
		.slice(0, count)
		.map(({ known }) => known);
};

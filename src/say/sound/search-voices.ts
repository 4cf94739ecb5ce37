import type { Voice } from "@herald/common/wire/voices.ts";
import { distance } from "fastest-levenshtein";
import { inStretches } from "../../shared/in-stretches.ts";

/** The most words of a query that are compared. */
const queryWordsMax = 8;
/** The most words that are compared if they may be misspelled, which takes long with thousands of voices. */
const misspelledWordsMax = 3;
const queryWordMaxLength = 40;

/** Words that describe a voice, as members may type them. */
export type WordsOf = (voice: Voice) => readonly string[];

/** @returns a name or word in the form that is compared, without case */
export const fold = (text: string): string => text.normalize("NFC").trim().toLowerCase();

const tolerance = (word: string): number => {
	if (word.length <= 2) return 0;
	if (word.length <= 3) return 1;
	return word.length <= 7 ? 2 : 3;
};

/** @returns the distance of a word from a field, or from a field's beginning; undefined if it is too far */
const measure = (word: string, field: string): number | undefined => {
	// A half-typed name with a typo ranks behind a whole name that is as near.
	const part = field.length > word.length ? distance(word, field.slice(0, word.length)) + 0.5 : undefined;
	const nearest = Math.min(distance(word, field), part ?? Number.POSITIVE_INFINITY);
	return nearest <= tolerance(word) + 0.5 ? nearest : undefined;
};

/**
 * The distance of a query's word from a voice's name, or from another word for the voice. Below 1 if the query's word
 * is spelled correctly, Infinity if it doesn't fit.
 */
type Score = (field: string) => number;

/** @param mayBeWrong - whether the word may be misspelled, which takes longer */
const scorersOf = (word: string, mayBeWrong: boolean): { readonly name: Score; readonly other: Score } => {
	const misspelled = (field: string, atLeast: number): number =>
		atLeast + ((mayBeWrong ? measure(word, field) : undefined) ?? Number.POSITIVE_INFINITY);
	return {
		name: (name) => {
			if (name === word) return 0;
			if (name.startsWith(word)) return 0.1;
			// Only names match in the middle: "male" is inside "female".
			return word.length > 1 && name.includes(word) ? 0.3 : misspelled(name, 1);
		},
		// A match with another word ranks below one with a name.
		other: (field) => (field === word ? 0 : field.startsWith(word) ? 0.2 : misspelled(field, 2)),
	};
};

const foldedWords = new WeakMap<Voice, readonly string[]>();

const foldWordsOf = (voice: Voice, wordsOf: WordsOf): readonly string[] => {
	const known = foldedWords.get(voice);
	if (known) return known;
	const folded = wordsOf(voice).map(fold);
	foldedWords.set(voice, folded);
	return folded;
};

/** Prepares voices for the search without blocking the event loop, since there may be thousands. */
export const prepareVoices = async (voices: readonly Voice[], wordsOf: WordsOf): Promise<void> => {
	for await (const voice of inStretches(voices)) foldWordsOf(voice, wordsOf);
};

/** The words for voices. A search looks at each word once: thousands of voices have only a few hundred words in all. */
export type VoiceIndex = ReturnType<typeof indexVoices>;

export const indexVoices = (voices: readonly Voice[], wordsOf: WordsOf) => {
	const places = new Map<string, number>();
	const placeOf = (word: string): number => {
		const place = places.get(word) ?? places.size;
		places.set(word, place);
		return place;
	};
	return {
		voices,
		/** The voices' names in their order, folded as `words` are. */
		names: voices.map(({ name }) => fold(name)),
		/** For each voice, the indexes of its words in `words`. */
		wordsOf: voices.map((voice) => Uint32Array.from(foldWordsOf(voice, wordsOf), placeOf)),
		words: [...places.keys()],
	};
};

/**
 * @returns each voice with how many words of the query don't fit it (`missing`), the sum of the distances of the words
 * that fit (`score`), and how many words are misspelled or don't fit (`wrong`)
 */
const matchVoices = (query: string, index: VoiceIndex, mayBeWrong: boolean) => {
	const typed = fold(query)
		.split(/[^\p{L}\p{N}\p{M}_-]+/u)
		.filter((word) => word !== "")
		.slice(0, mayBeWrong ? misspelledWordsMax : queryWordsMax)
		.map((word) => word.slice(0, queryWordMaxLength));
	const scorers = typed.map((word) => {
		const { name, other } = scorersOf(word, mayBeWrong);
		return { name, others: index.words.map(other) };
	});
	return index.voices.map((voice, at) => {
		const places = index.wordsOf[at] ?? [];
		const match = { voice, missing: 0, score: 0, wrong: 0 };
		for (const { name, others } of scorers) {
			let score = name(index.names[at] ?? "");
			for (const place of places) score = Math.min(score, others[place] ?? Number.POSITIVE_INFINITY);
			if (score >= 1) match.wrong += 1;
			if (score === Number.POSITIVE_INFINITY) match.missing += 1;
			else match.score += score;
		}
		return match;
	});
};

/**
 * Finds the voices that a query may mean, by name, character and sex: "firm female", "kroe".
 *
 * @returns the nearest first. If some voices match without misspelled words, only these. For an empty query, all voices
 * in their own order
 */
export const suggestVoices = (query: string, index: VoiceIndex): Voice[] => {
	// A voice that the operator named may have several words in its name. A query that is a voice's whole name finds only
	// that voice.
	const named = index.voices[index.names.indexOf(fold(query))];
	if (named) return [named];
	const find = (mayBeWrong: boolean) =>
		matchVoices(query, index, mayBeWrong).filter(({ missing }) => missing === 0);
	const right = find(false);
	return (right.length > 0 ? right : find(true)).sort((a, b) => a.score - b.score).map(({ voice }) => voice);
};

/** @returns the first voice that all words of a query describe, such as "warm female"; undefined if none */
export const fitVoice = (query: string, index: VoiceIndex): Voice | undefined =>
	/[\p{L}\p{N}]/u.test(query)
		? matchVoices(query, index, false).find(({ missing, score }) => missing === 0 && score === 0)?.voice
		: undefined;

/**
 * @returns the `count` best matches of a query, the best first: fewest misspelled words, then fewest missing words, then
 * the best score, then the most similar name, then the order of `indexes`
 */
export const nearestVoices = (query: string, indexes: readonly VoiceIndex[], count: number): Voice[] => {
	const whole = fold(query).slice(0, queryWordMaxLength);
	return indexes
		.flatMap((index) => matchVoices(query, index, true))
		.map((match) => ({ ...match, distance: distance(whole, fold(match.voice.name)) }))
		.sort(
			(a, b) => a.wrong - b.wrong || a.missing - b.missing || a.score - b.score || a.distance - b.distance,
		)
		.slice(0, count)
		.map(({ voice }) => voice);
};

import { distance } from "fastest-levenshtein";

/** What a voice is like, in the words of the service's own list; members read it in their language. */
type Character =
	| "breathy"
	| "breezy"
	| "bright"
	| "casual"
	| "clear"
	| "easy-going"
	| "even"
	| "excitable"
	| "firm"
	| "forward"
	| "friendly"
	| "gentle"
	| "gravelly"
	| "informative"
	| "knowledgeable"
	| "lively"
	| "mature"
	| "smooth"
	| "soft"
	| "upbeat"
	| "warm"
	| "youthful";

/** A voice that the speech service knows. A name the operator added has neither character nor sex. */
export interface Voice {
	/** The canonical name, as the service wants it (docs/interface.md 2.1, `voiceName`). */
	readonly name: string;
	readonly character?: Character;
	readonly sex?: "female" | "male";
}

const female = (name: string, character: Character): Voice => ({ name, character, sex: "female" });
const male = (name: string, character: Character): Voice => ({ name, character, sex: "male" });

/** The thirty voices that every service of this interface is known to have. */
export const prebuiltVoices: readonly Voice[] = [
	female("Achernar", "soft"),
	female("Aoede", "breezy"),
	female("Autonoe", "bright"),
	female("Callirrhoe", "easy-going"),
	female("Despina", "smooth"),
	female("Erinome", "clear"),
	female("Gacrux", "mature"),
	female("Kore", "firm"),
	female("Laomedeia", "upbeat"),
	female("Leda", "youthful"),
	female("Pulcherrima", "forward"),
	female("Sulafat", "warm"),
	female("Vindemiatrix", "gentle"),
	female("Zephyr", "bright"),
	male("Achird", "friendly"),
	male("Algenib", "gravelly"),
	male("Algieba", "smooth"),
	male("Alnilam", "firm"),
	male("Charon", "informative"),
	male("Enceladus", "breathy"),
	male("Fenrir", "excitable"),
	male("Iapetus", "clear"),
	male("Orus", "firm"),
	male("Puck", "upbeat"),
	male("Rasalgethi", "informative"),
	male("Sadachbia", "lively"),
	male("Sadaltager", "knowledgeable"),
	male("Schedar", "even"),
	male("Umbriel", "easy-going"),
	male("Zubenelgenubi", "casual"),
];

/** Discord shows at most this many choices. */
const suggestionsMax = 25;
/** More of a query than any voice has words, or letters in one, only costs time. */
const queryWordsMax = 8;
const queryWordMaxLength = 40;

const fold = (text: string): string => text.normalize("NFC").trim().toLowerCase();

/** @returns the prebuilt voices, then the operator's own names, none twice */
export const listVoices = (extra: readonly string[]): readonly Voice[] => {
	const voices = new Map(prebuiltVoices.map((voice) => [fold(voice.name), voice]));
	for (const name of extra) {
		const key = fold(name);
		if (key !== "" && !voices.has(key)) voices.set(key, { name: name.trim() });
	}
	return [...voices.values()];
};

/** @returns the voice of that name in any case, prebuilt or one of the operator's `extra` names */
export const findVoice = (name: string, extra: readonly string[]): Voice | undefined => {
	const wanted = fold(name);
	return listVoices(extra).find((voice) => fold(voice.name) === wanted);
};

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
		// A name half typed, with a slip; behind a whole one as near.
		if (field.length > word.length) best = Math.min(best, distance(word, field.slice(0, word.length)) + 0.5);
	}
	return best <= tolerance(word) + 0.5 ? 1 + best : undefined;
};

/**
 * Finds the voices that a query may mean, by name, character and sex: "firm female", "kroe".
 *
 * @param wordsOf - what a voice is like in a member's own language: there, "warm weiblich" finds what "warm female" does
 * @returns the nearest first; where some match without a slip, only those; all in their order for an empty query
 */
export const suggestVoices = (
	query: string,
	voices: readonly Voice[],
	{ limit = suggestionsMax, wordsOf = (_: Voice): readonly string[] => [] } = {},
): Voice[] => {
	// A whole name of several words, which an operator's own may be, is one word here.
	const whole = fold(query);
	const named = voices.find((voice) => fold(voice.name) === whole);
	if (named) return [named].slice(0, limit);
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
	return found
		.sort((a, b) => a.score - b.score)
		.slice(0, limit)
		.map((entry) => entry.voice);
};

/** @returns the `count` voices whose names are nearest to a name that nobody has, the nearest first */
export const nearestVoices = (name: string, voices: readonly Voice[], count: number): Voice[] => {
	const whole = fold(name).slice(0, queryWordMaxLength);
	return voices
		.map((voice) => ({ voice, score: distance(whole, fold(voice.name)) }))
		.sort((a, b) => a.score - b.score)
		.slice(0, count)
		.map(({ voice }) => voice);
};

import { ConfigError } from "@herald/common/environment.ts";
import { prebuiltVoices, type SpokenCast, type SpokenRole, type Voice } from "@herald/common/wire/voices.ts";
import type { Config } from "../../config.ts";
import { pickName } from "../../shared/pick-name.ts";
import { Problem } from "../../shared/problem.ts";
import { fitVoice, fold, indexVoices, nearestVoices, suggestVoices, type WordsOf } from "./search-voices.ts";

/** How many of the nearest names a refusal suggests. */
const suggestionCount = 3;
const descriptionMax = 60;
/** The most voices that lists show, and that members can get by default. Other voices are only found by searching. */
const shownMax = 60;

/** @returns the voices with female and other ones alternating, as lists show them */
const mix = (voices: readonly Voice[]): Voice[] => {
	const female = voices.filter(({ sex }) => sex === "female");
	const others = voices.filter(({ sex }) => sex !== "female");
	return voices.flatMap((_, n) => [female[n] ?? [], others[n] ?? []].flat());
};

/** Whether a natural voice speaks for a name. A robot's voice sounds different under each name that it speaks for. */
const isNatural = (role: SpokenRole | undefined): role is SpokenRole =>
	role?.voice.startsWith("neural/") === true;

/** Reads a voice as the operator lists it: `Ada (female, calm)`. */
const readListed = (listed: string): Voice => {
	const [, name = listed, said = ""] = /^([^(]*)\((.*)\)$/.exec(listed) ?? [];
	const [, sex, rest = said] = /^\s*(female|male)\s*(?:,\s*(.*))?$/i.exec(said) ?? [];
	const description = sex !== undefined && rest === said ? "" : rest.trim().slice(0, descriptionMax);
	return {
		name: name.trim(),
		...(sex !== undefined && { sex: sex.toLowerCase() === "female" ? "female" : "male" }),
		...(description !== "" && { description }),
	};
};

const far = (ratio: number): number => Math.abs(Math.log(ratio));

const percentOver = (value: number, first: number): number => Math.round((value / first - 1) * 100);

/**
 * @returns the voices with their `likeness`. If one person speaks for several voices, each is compared with the
 * person's first voice of the same sex. Of these first voices, the one that is nearest to the person's own pitch has
 * the `likeness` null, and the others are compared with it
 */
const describeCast = (voices: readonly Voice[], cast: SpokenCast): Voice[] => {
	const sexes = new Map(voices.map(({ name, sex }) => [name, sex]));
	const heard = new Map<string, Voice["likeness"]>();
	for (const roles of Map.groupBy(Object.entries(cast), ([, { voice }]) => voice).values()) {
		const firsts = [...Map.groupBy(roles, ([name]) => sexes.get(name)).values()].map(
			([first]) => first as (typeof roles)[number],
		);
		const [own] = firsts.toSorted(([, a], [, b]) => far(a.pitch) - far(b.pitch));
		for (const [name, role] of roles) {
			const ofSex = firsts.find(([first]) => sexes.get(first) === sexes.get(name));
			const model = ofSex?.[0] === name ? own : ofSex;
			if (!model) continue;
			const [like, first] = model;
			heard.set(
				name,
				like === name
					? null
					: { like, pitch: percentOver(role.pitch, first.pitch), pace: percentOver(role.pace, first.pace) },
			);
		}
	}
	return voices.map((voice) => {
		const likeness = heard.get(voice.name);
		return likeness === undefined ? voice : { ...voice, likeness };
	});
};

type VoiceSettings = Pick<Config["speech"], "defaultVoice" | "extraVoices">;
type CastOf = (language: string) => SpokenCast | undefined;
type ByName = ReadonlyMap<string, Voice>;

/** All voices, valid as long as the service's list is `listed`. */
interface KnownVoices {
	readonly listed: readonly Voice[];
	readonly named: ByName;
	readonly all: readonly Voice[];
	/** Set by the first search. */
	index?: ReturnType<typeof indexVoices>;
}

const nothing: readonly Voice[] = [];

/** @returns voices by their folded names; if several have the same name, the first */
const nameVoices = (voices: readonly Voice[]): ByName => {
	const named = new Map<string, Voice>();
	for (const voice of voices) {
		const key = fold(voice.name);
		if (key !== "" && !named.has(key)) named.set(key, voice);
	}
	return named;
};

export class Voices {
	/** The prebuilt voices, then those that the operator named. */
	readonly #own: ByName;
	readonly #listed: () => readonly Voice[];
	#known: KnownVoices | undefined;
	readonly #settings: VoiceSettings;
	readonly #wordsOf: WordsOf;
	readonly #castOf: CastOf;
	readonly #cast: SpokenCast | undefined;
	readonly #inCasts = new WeakMap<SpokenCast, Voices>();
	/** The canonical name of the voice that is used if none was chosen. */
	readonly default: string;

	/**
	 * @param wordsOf - returns the words that members may type to find a voice
	 * @param castOf - returns who speaks in a language, if that is known
	 * @param listed - returns the service's further voices; must return the same array until the list changes
	 * @param cast - who speaks for the prebuilt voices, if this object is for one language whose speakers are known
	 * @throws ConfigError with the nearest names, if the operator's default isn't one of the voices
	 */
	constructor(
		settings: VoiceSettings,
		wordsOf: WordsOf = () => [],
		castOf: CastOf = () => undefined,
		listed: () => readonly Voice[] = () => nothing,
		cast?: SpokenCast,
	) {
		const { defaultVoice, extraVoices } = settings;
		this.#settings = settings;
		this.#wordsOf = wordsOf;
		this.#castOf = castOf;
		this.#cast = cast;
		this.#listed = listed;
		this.#own = nameVoices([
			...(cast ? describeCast(prebuiltVoices, cast) : prebuiltVoices),
			...extraVoices.map(readListed),
		]);
		const found = this.find(defaultVoice);
		if (!found) {
			const near = this.#nearest(defaultVoice);
			throw new ConfigError(
				`DEFAULT_VOICE must be one of the thirty voices or of SPEECH_VOICES, not "${defaultVoice}". Did you mean ${near.slice(0, -1).join(", ")} or ${near.at(-1)}?`,
			);
		}
		this.default = found.name;
	}

	/** @returns the voices, with who speaks for each in a language, if that is known */
	in(language: string): Voices {
		const cast = this.#castOf(language);
		if (!cast) return this;
		const known =
			this.#inCasts.get(cast) ?? new Voices(this.#settings, this.#wordsOf, this.#castOf, this.#listed, cast);
		this.#inCasts.set(cast, known);
		return known;
	}

	/** The prebuilt voices, then those that the operator named, then those that the service lists, without duplicates. */
	get all(): readonly Voice[] {
		return this.#now.all;
	}

	/** The prebuilt voices and those that the operator named. They can also speak in dialogues. */
	get own(): readonly Voice[] {
		return [...this.#own.values()];
	}

	/** The `own` voices that lists have room for. */
	get shown(): readonly Voice[] {
		return this.own.slice(0, shownMax);
	}

	get #now(): KnownVoices {
		const listed = this.#listed();
		if (this.#known?.listed !== listed) {
			const named = nameVoices([...this.own, ...listed]);
			this.#known = { listed, named, all: [...named.values()] };
		}
		return this.#known;
	}

	get #index() {
		const known = this.#now;
		known.index ??= indexVoices(known.all, this.#wordsOf);
		return known.index;
	}

	find(name: string): Voice | undefined {
		return this.#now.named.get(fold(name));
	}

	/**
	 * @param given - a name in upper or lower case, or words that describe a voice, in any of Herald's
	 * languages: "warm female"
	 * @param others - names that would be valid, too, such as those of presets
	 * @returns the voice of that name, or else the first voice that all those words describe
	 * @throws {@link Problem} `unknown_voice` with the nearest names
	 */
	choose(given: string, others: readonly string[] = []): Voice {
		const voice = this.find(given) ?? fitVoice(given, this.#index);
		if (voice) return voice;
		throw new Problem({ kind: "unknown_voice", voice: given, suggestions: this.#nearest(given, others) });
	}

	/**
	 * Picks a member's default voice, which stays the same as long as the same people speak. Each person with a natural
	 * voice gets the same share of members, however many names the person speaks for. A name without such a person counts
	 * as a person.
	 */
	ofMember(userId: string): string {
		const cast = this.#cast;
		const voices = this.shown.map(({ name }) => name).filter((name) => !cast || name in cast);
		const people = Map.groupBy(voices, (name) => (isNatural(cast?.[name]) ? cast[name].voice : name));
		return pickName(userId, people.get(pickName(userId, [...people.keys()])) ?? []);
	}

	/**
	 * @returns the voices that a query may mean, the nearest first. For an empty query, all voices, in which female
	 * and other ones alternate
	 */
	suggest(query: string): readonly Voice[] {
		return query.trim() === "" ? mix(this.all) : suggestVoices(query, this.#index);
	}

	#nearest(given: string, others: readonly string[] = []): string[] {
		const named = indexVoices(
			others.map((name) => ({ name })),
			() => [],
		);
		return nearestVoices(given, [named, this.#index], suggestionCount).map(({ name }) => name);
	}
}

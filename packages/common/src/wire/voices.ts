import { z } from "zod";

/** How a voice differs from another voice of the same speaker. */
export interface Likeness {
	/** The name of the other voice. */
	readonly like: string;
	/** How much higher and faster than the other voice, in percent; below 0 lower and slower. */
	readonly pitch: number;
	readonly pace: number;
}

/**
 * A voice that the speech service knows. Only the thirty prebuilt voices have a character; others may have a
 * description.
 */
export interface Voice {
	/** The canonical name, as the service wants it (docs/interface.md 2.1, `voiceName`). */
	readonly name: string;
	readonly character?: Character;
	readonly sex?: Sex;
	/** In the operator's words, or the service's. */
	readonly description?: string;
	/** The BCP 47 tag of the voice's own language, for a voice that the service lists. */
	readonly language?: string;
	/** Further search words, for a voice that the service lists. */
	readonly keywords?: string;
	/**
	 * Shown instead of the character. Undefined if the voice's speaker isn't known; null for the voice that the speaker's
	 * other voices are compared with.
	 */
	readonly likeness?: Likeness | null;
}

/** The voice with which Herald's own service speaks a language if a request names a certain voice. */
export interface SpokenRole {
	/** The engine and its voice, "neural/…" for a natural one. Several names in requests may mean the same voice. */
	readonly voice: string;
	/** The approximate factors by which pitch and pace differ from the voice's own. */
	readonly pitch: number;
	readonly pace: number;
}

/** One language's roles, by the voice name that a request has. */
export type SpokenCast = Readonly<Record<string, SpokenRole>>;

/** The voices of Herald's own service. */
export interface SpokenVoices {
	/** A fingerprint of each base language's voices, which changes when one of them sounds different. */
	readonly languages: ReadonlyMap<string, string>;
	/** The cast of each language, by that language's fingerprint in `languages`. */
	readonly casts: ReadonlyMap<string, SpokenCast>;
}

/**
 * The characters of the thirty prebuilt voices, in the words of the service's own list; members read them in their
 * language.
 */
const characters = {
	female: {
		Achernar: "soft",
		Aoede: "breezy",
		Autonoe: "bright",
		Callirrhoe: "easy-going",
		Despina: "smooth",
		Erinome: "clear",
		Gacrux: "mature",
		Kore: "firm",
		Laomedeia: "upbeat",
		Leda: "youthful",
		Pulcherrima: "forward",
		Sulafat: "warm",
		Vindemiatrix: "gentle",
		Zephyr: "bright",
	},
	male: {
		Achird: "friendly",
		Algenib: "gravelly",
		Algieba: "smooth",
		Alnilam: "firm",
		Charon: "informative",
		Enceladus: "breathy",
		Fenrir: "excitable",
		Iapetus: "clear",
		Orus: "firm",
		Puck: "upbeat",
		Rasalgethi: "informative",
		Sadachbia: "lively",
		Sadaltager: "knowledgeable",
		Schedar: "even",
		Umbriel: "easy-going",
		Zubenelgenubi: "casual",
	},
} as const;

type Sex = keyof typeof characters;
type Character = { [S in Sex]: (typeof characters)[S][keyof (typeof characters)[S]] }[Sex];

/** The thirty voices that every service of this interface is known to have. */
export const prebuiltVoices: readonly Voice[] = (["female", "male"] as const).flatMap((sex) =>
	Object.entries(characters[sex]).map(([name, character]) => ({ name, character, sex })),
);

/** The voice for requests that name none. */
export const usualVoice = "Kore";

const prebuiltNames = new Set(prebuiltVoices.map(({ name }) => name));

/** @param name - as the service wants it */
export const isPrebuilt = (name: string): boolean => prebuiltNames.has(name);

/** A voice of a service's library, as its list has it (docs/interface.md 13). */
const voiceAnswer = z.object({
	/** The name by which requests ask for the voice. */
	id: z.string(),
	type: z.literal("prebuilt"),
	display_name: z.string(),
	/** BCP 47. */
	language_code: z.string(),
	gender: z.enum(["female", "male"]),
	description: z.string(),
});

export type VoiceAnswer = z.infer<typeof voiceAnswer>;

/** A page of the list; the last one has no token. */
export const voiceList = z.object({
	voices: z.array(voiceAnswer),
	next_page_token: z.string().optional(),
});

export type VoiceList = z.infer<typeof voiceList>;

export const voicesOnPageMax = 1_000;

/** A parameter that may come several times. */
const several = z.preprocess(
	(given) => (typeof given === "string" ? [given] : given),
	z.array(z.string()).max(100).optional(),
);

/** The query for a list of voices; other parameters are ignored. */
export const voiceListQuery = z.object({
	page_size: z.coerce.number().int().min(1).max(voicesOnPageMax).default(voicesOnPageMax),
	/** The `next_page_token` of the page before. */
	page_token: z.coerce.number().int().min(0).max(1_000_000).default(0),
	language_code: several,
	gender: several,
});

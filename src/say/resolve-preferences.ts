import type { Delivery, VoicePreferences } from "../store/preferences.ts";

type Source = "option" | "own" | "server" | "default";

export interface Chosen<T> {
	readonly value: T;
	readonly from: Source;
}

/** A stored voice that is no longer available, and whose choice it was. */
export interface LostVoice {
	readonly voice: string;
	readonly from: "own" | "server";
}

export interface Resolved {
	readonly voice: Chosen<string>;
	/** Undefined if nobody chose one. */
	readonly style: Chosen<string> | undefined;
	/** How many times as fast as the voice speaks by itself. */
	readonly speed: Chosen<number>;
	readonly delivery: Chosen<Delivery>;
	/** The languages that people set, the first of them first. */
	readonly languages: readonly Chosen<string>[];
	readonly lost: readonly LostVoice[];
}

export interface Choices {
	readonly option: Partial<VoicePreferences>;
	readonly own: VoicePreferences;
	readonly server: VoicePreferences;
	readonly defaultVoice: string;
	/** A tag; undefined where the operator set none. */
	readonly defaultLanguage: string | undefined;
	/** The canonical name of an available voice. */
	readonly canonical: (voice: string) => string | undefined;
}

const order = ["option", "own", "server"] as const;

const firstChosen = <T>(
	choices: Choices,
	pick: (from: Partial<VoicePreferences>) => T | null | undefined,
): Chosen<T> | undefined => {
	for (const from of order) {
		const value = pick(choices[from]);
		if (value !== null && value !== undefined) return { value, from };
	}
	return undefined;
};

/**
 * Decides how a text is spoken: by the command's option, else the member's choice, else the server's, else the
 * operator's.
 */
export const resolvePreferences = (choices: Choices): Resolved => ({
	voice: firstChosen(choices, ({ voice }) => voice && choices.canonical(voice)) ?? {
		value: choices.defaultVoice,
		from: "default",
	},
	style: firstChosen(choices, ({ style }) => style),
	speed: firstChosen(choices, ({ speed }) => speed) ?? { value: 1, from: "default" },
	delivery: firstChosen(choices, ({ delivery }) => delivery) ?? { value: "auto", from: "default" },
	languages: [
		...order.flatMap((from) => {
			const { language } = choices[from];
			return language ? [{ value: language, from }] : [];
		}),
		...(choices.defaultLanguage === undefined
			? []
			: [{ value: choices.defaultLanguage, from: "default" } as const]),
	],
	lost: (["own", "server"] as const).flatMap((from) => {
		const { voice } = choices[from];
		return voice !== null && choices.canonical(voice) === undefined ? [{ voice, from }] : [];
	}),
});

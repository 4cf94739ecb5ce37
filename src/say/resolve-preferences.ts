import { baseLanguage } from "@herald/common/wire/languages.ts";
import type { Delivery, VoicePreferences } from "../settings/settings.ts";
import type { Preset } from "../store/database.ts";
import type { UsablePresets } from "../store/presets.ts";
import { findPreset } from "./presets.ts";
import type { Voices } from "./voices.ts";

type Source = "option" | "own" | "everywhere" | "server" | "locale" | "default";

export interface Chosen<T> {
	readonly value: T;
	readonly from: Source;
}

/** A stored voice or preset that is no longer available, and whose choice it was. */
export interface LostVoice {
	readonly kind: "voice" | "preset";
	readonly name: string;
	readonly from: "own" | "everywhere" | "server";
}

export interface Resolved {
	readonly voice: Chosen<string>;
	/** The speaker's name: a preset's name, or the voice's. */
	readonly speaker: string;
	/** Undefined if none was chosen. */
	readonly style: Chosen<string> | undefined;
	/** How many times as fast as the voice speaks by itself. */
	readonly speed: Chosen<number>;
	readonly delivery: Chosen<Delivery>;
	/** The languages that people set, the first of them first. Their Discord's comes after what they and the server chose. */
	readonly languages: readonly Chosen<string>[];
	readonly lost: readonly LostVoice[];
}

export interface Choices {
	readonly option: Partial<VoicePreferences>;
	readonly own: VoicePreferences;
	readonly everywhere: VoicePreferences;
	readonly server: VoicePreferences;
	/** As they are heard in the member's language. */
	readonly voices: Voices;
	readonly presets: UsablePresets;
	/** BCP 47, of the member's Discord, where it is known. */
	readonly locale: string | undefined;
	/** A tag; undefined where the operator set none. */
	readonly defaultLanguage: string | undefined;
}

const order = ["option", "own", "everywhere", "server"] as const;

/** What was chosen in one place: beside a preset, everything else goes before what it says. */
interface Layer extends Partial<VoicePreferences> {
	readonly from: (typeof order)[number];
	readonly usedPreset: Preset | undefined;
}

const toLayer =
	(choices: Choices) =>
	(from: (typeof order)[number]): Layer => {
		const { voice, style, language, speed, preset, ...rest } = choices[from];
		const { presets } = choices;
		// A server uses its own presets alone.
		const known = from === "server" ? { ...presets, own: [] } : presets;
		const usedPreset = preset ? findPreset(preset, known) : undefined;
		return {
			...rest,
			from,
			preset: preset ?? null,
			usedPreset,
			voice: voice ?? usedPreset?.voice ?? null,
			style: style ?? usedPreset?.style ?? null,
			language: language ?? usedPreset?.language ?? null,
			speed: speed ?? usedPreset?.speed ?? null,
		};
	};

const firstChosen = <T>(
	layers: readonly Layer[],
	pick: (from: Layer) => T | null | undefined,
): Chosen<T> | undefined => {
	for (const layer of layers) {
		const value = pick(layer);
		if (value !== null && value !== undefined) return { value, from: layer.from };
	}
	return undefined;
};

const findLost = ({ from, voice, preset, usedPreset }: Layer, choices: Choices): readonly LostVoice[] => {
	if (from === "option") return [];
	if (preset && !usedPreset) return [{ kind: "preset", name: preset, from }];
	const isLost = voice && !choices.voices.find(voice);
	return isLost ? [{ kind: "voice", name: voice, from }] : [];
};

/**
 * Decides how a text is spoken: by the command's option, else the member's choice here, else for everywhere,
 * else the server's, else the operator's.
 */
export const resolvePreferences = (choices: Choices): Resolved => {
	const layers = order.map(toLayer(choices));
	const voice = firstChosen(layers, (layer) => layer.voice && choices.voices.find(layer.voice)?.name) ?? {
		value: choices.voices.default,
		from: "default",
	};
	const speaking = layers.find(({ from }) => from === voice.from);
	const spokenAtHome = baseLanguage(choices.locale ?? "");
	const isPreset = speaking?.usedPreset && !choices[speaking.from].voice;
	return {
		voice,
		speaker: (isPreset && speaking.usedPreset?.name) || voice.value,
		style: firstChosen(layers, ({ style }) => style),
		speed: firstChosen(layers, ({ speed }) => speed) ?? { value: 1, from: "default" },
		delivery: firstChosen(layers, ({ delivery }) => delivery) ?? { value: "auto", from: "default" },
		languages: [
			...layers.flatMap(({ from, language }) => (language ? [{ value: language, from }] : [])),
			// The operator may have said which one of a region it is.
			...(spokenAtHome === undefined || spokenAtHome === baseLanguage(choices.defaultLanguage ?? "")
				? []
				: [{ value: spokenAtHome, from: "locale" } as const]),
			...(choices.defaultLanguage === undefined
				? []
				: [{ value: choices.defaultLanguage, from: "default" } as const]),
		],
		lost: layers.flatMap((layer) => findLost(layer, choices)),
	};
};

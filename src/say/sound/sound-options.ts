import { ApplicationCommandOptionType } from "discord-api-types/v10";
import type { ArgumentsOf, AutocompleteChoice } from "../../discord/command.ts";
import { choiceMax } from "../../discord/limits.ts";
import { cutText, nameLanguage } from "../../discord/show-text.ts";
import { noPreferences, soundSettings, type VoicePreferences } from "../../settings/settings.ts";
import type { Preset } from "../../store/database.ts";
import { type Translate, textsFor } from "../../texts/index.ts";
import { describeVoice } from "./describe-voice.ts";
import type { Languages } from "./languages.ts";
import { suggestPresets } from "./presets.ts";
import type { VoiceChoices } from "./voice-choices.ts";
import type { Voices } from "./voices.ts";

const controlCharacters = /[\p{Cc}\p{Cf}]/gu;

/** @returns a style in one line, without control characters; undefined if it is blank */
export const cleanStyle = (style: string | undefined): string | undefined =>
	style?.replace(/\s+/g, " ").replace(controlCharacters, "").trim() || undefined;

/** A text for which there are suggestions. */
const suggested = { type: ApplicationCommandOptionType.String, autocomplete: true, max_length: 100 } as const;

export const soundOptions = {
	voice: { ...suggested, texts: "sound.voice" },
	style: { ...suggested, max_length: soundSettings.style.max, texts: "sound.style" },
	/** How many times as fast as the voice speaks by itself. */
	speed: {
		type: ApplicationCommandOptionType.Number,
		min_value: soundSettings.speed.min,
		max_value: soundSettings.speed.max,
		texts: "sound.speed",
	},
	delivery: {
		type: ApplicationCommandOptionType.String,
		choices: soundSettings.delivery.choices,
		texts: "sound.delivery",
		choiceTexts: "delivery",
	},
	language: { ...suggested, texts: "sound.language" },
} as const;

/** @returns a speed in hundredths. Closer speeds sound alike, but each would be a Clip of its own */
export const roundSpeed = (speed: number): number => Math.round(speed * 100) / 100;

export type SoundArguments = ArgumentsOf<typeof soundOptions>;

/** The styles that autocomplete suggests. Any other style is valid, too. */
const styleExamples = ["cheerful", "calm", "whispering", "solemn", "excited"] as const;

export interface SoundOffers {
	readonly voices: Voices;
	readonly languages: Languages;
	readonly presets: readonly Preset[];
}

const completeVoice = (typed: string, { voices, presets }: SoundOffers, t: Translate) => {
	const found = voices.suggest(typed);
	return [
		...suggestPresets(typed, presets, found.length).map(({ name, voice }) => ({
			name: `${name} (${voice})`,
			value: name,
		})),
		...found.map((voice) => ({ name: describeVoice(voice, t), value: voice.name })),
	];
};

/** Completes `voice`, `language` and `style` in the language of a locale. */
export const completeSound = (
	focused: { readonly name: string; readonly value: string },
	offers: SoundOffers,
	locale: string,
): AutocompleteChoice[] => {
	const t = textsFor(locale);
	if (focused.name === "language")
		return offers.languages
			.suggest(focused.value, locale)
			.map((tag) => ({ name: nameLanguage(tag, locale), value: tag }));
	if (focused.name === "voice") return completeVoice(focused.value, offers, t);
	const typed = focused.value.trim();
	const presets = styleExamples
		.map((example) => t(`style.${example}`))
		.filter((style) => style.toLowerCase().includes(typed.toLowerCase()));
	// What was typed is offered, too, since any text can be a style.
	const own = typed === "" || presets.some((style) => style === typed) ? [] : [cutText(typed, choiceMax)];
	return [...own, ...presets].map((style) => ({ name: style, value: style }));
};

/**
 * @returns what `voice`, `style`, `speed`, `delivery`, `language` and `reset` change; empty if none of them is given
 * @throws Problem if there is no such voice or language
 */
export const readSoundChange = (
	args: SoundArguments & { readonly reset?: boolean | undefined },
	choices: Pick<VoiceChoices, "pick">,
	languages: Languages,
	locale: string,
): Partial<VoicePreferences> => {
	const style = cleanStyle(args.style);
	return {
		...(args.reset && noPreferences),
		...(args.voice !== undefined && choices.pick(args.voice)),
		...(style !== undefined && { style }),
		...(args.speed !== undefined && { speed: roundSpeed(args.speed) }),
		...(args.delivery !== undefined && { delivery: args.delivery }),
		...(args.language !== undefined && { language: languages.read(args.language, locale) }),
	};
};

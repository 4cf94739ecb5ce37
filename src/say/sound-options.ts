import { ApplicationCommandOptionType } from "discord-api-types/v10";
import type { AutocompleteChoice } from "../discord/command.ts";
import { choiceMax } from "../discord/limits.ts";
import { describeVoice, listVoices, suggestVoices } from "../speech/text/voices.ts";
import type { Delivery, VoicePreferences } from "../store/preferences.ts";
import { cleanStyle, stylePresets, type VoiceSettings } from "./choose.ts";
import { chooseVoice } from "./choose-voice.ts";

/** Longest style, in characters. */
const styleMax = 200;

/** Options of several commands. */
export const voiceOption = {
	type: ApplicationCommandOptionType.String,
	autocomplete: true,
	max_length: 100,
	texts: "sound.voice",
} as const;

export const styleOption = {
	type: ApplicationCommandOptionType.String,
	autocomplete: true,
	max_length: styleMax,
	texts: "sound.style",
} as const;

const deliveries = ["auto", "channel", "file", "voice-message"] as const satisfies readonly Delivery[];

export const asOption = {
	type: ApplicationCommandOptionType.String,
	choices: deliveries,
	texts: "sound.as",
	choiceTexts: "delivery",
} as const;

export const deliveryOption = { ...asOption, texts: "sound.delivery" } as const;

/** Completes `voice` and `style`. */
export const completeSound = (
	focused: { readonly name: string; readonly value: string },
	voices: VoiceSettings,
): AutocompleteChoice[] => {
	if (focused.name === "voice")
		return suggestVoices(focused.value, listVoices(voices.extra)).map((voice) => ({
			name: describeVoice(voice),
			value: voice.name,
		}));
	const typed = focused.value.trim();
	const presets = stylePresets.filter((style) => style.includes(typed.toLowerCase()));
	// What is typed is a choice too: a style is free.
	const own = typed === "" || presets.some((style) => style === typed) ? [] : [typed.slice(0, choiceMax)];
	return [...own, ...presets].map((style) => ({ name: style, value: style }));
};

/** @returns what `voice`, `style`, `delivery` and `reset` change; empty when none of them is named */
export const readSoundChange = (
	args: {
		readonly voice?: string | undefined;
		readonly style?: string | undefined;
		readonly delivery?: Delivery | undefined;
		readonly reset?: boolean | undefined;
	},
	voices: VoiceSettings,
): Partial<VoicePreferences> => {
	const style = cleanStyle(args.style);
	return {
		...(args.reset && { voice: null, style: null, delivery: null }),
		...(args.voice !== undefined && { voice: chooseVoice(args.voice, voices.extra).name }),
		...(style !== undefined && { style }),
		...(args.delivery !== undefined && { delivery: args.delivery }),
	};
};

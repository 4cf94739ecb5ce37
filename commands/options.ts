import { ApplicationCommandOptionType } from "discord-api-types/v10";
import type { AutocompleteChoice } from "../src/discord/command.ts";
import { choiceMax } from "../src/discord/limits.ts";
import { cleanStyle, stylePresets, type VoiceSettings } from "../src/say/choose.ts";
import { chooseVoice } from "../src/say/choose-voice.ts";
import { describeVoice, listVoices, suggestVoices } from "../src/speech/text/voices.ts";
import type { Delivery, VoicePreferences } from "../src/store/preferences.ts";

/** Longest style, in characters. */
const styleMax = 200;

/** The options that say how to sound, shared by every command that takes them. */
export const voiceOption = {
	name: "voice",
	name_localizations: { de: "stimme" },
	description: "Who says it: a name, or what the voice is like",
	description_localizations: { de: "Wer es sagt: ein Name, oder wie die Stimme klingt" },
	type: ApplicationCommandOptionType.String,
	autocomplete: true,
	max_length: 100,
} as const;

export const styleOption = {
	name: "style",
	name_localizations: { de: "stil" },
	description: "How it is said, such as: whispering, amused",
	description_localizations: { de: "Wie es gesagt wird, etwa: flüsternd, amüsiert" },
	type: ApplicationCommandOptionType.String,
	autocomplete: true,
	max_length: styleMax,
} as const;

const deliveryChoices = [
	{ name: "automatically", name_localizations: { de: "automatisch" }, value: "auto" },
	{ name: "in the voice channel", name_localizations: { de: "im Sprachkanal" }, value: "channel" },
	{ name: "as a file", name_localizations: { de: "als Datei" }, value: "file" },
	{ name: "as a voice message", name_localizations: { de: "als Sprachnachricht" }, value: "voice-message" },
] as const;

export const asOption = {
	name: "as",
	name_localizations: { de: "als" },
	description: "How it is delivered",
	description_localizations: { de: "Wie es ankommt" },
	type: ApplicationCommandOptionType.String,
	choices: deliveryChoices,
} as const;

export const deliveryOption = {
	...asOption,
	name: "delivery",
	name_localizations: { de: "zustellung" },
} as const;

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

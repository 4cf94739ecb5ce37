import type { AutocompleteInteraction } from "discord.js";
import type { AutocompleteChoice } from "../src/discord/command.ts";
import { whoOf } from "../src/discord/place.ts";
import { completeSound } from "../src/say/sound/sound-options.ts";
import type { Services } from "./services.ts";

/** The subcommand that makes presets. Its `voice` option offers no presets: a preset is made of a voice. */
const naming = "preset";

/** Completes the options that choose a sound, and the names of the member's own presets. */
export const completeOwnSound = async (
	focused: { readonly name: string; readonly value: string },
	{ say, store }: Services,
	interaction: AutocompleteInteraction,
): Promise<AutocompleteChoice[]> => {
	const { locale, options } = interaction;
	const who = whoOf(interaction);
	const isNaming = options.getSubcommand(false) === naming;
	if (focused.name === "name" && isNaming) {
		const typed = focused.value.trim().toLowerCase();
		const { own } = await store.presets.read(who.place, who.userId);
		return own
			.filter(({ name }) => name.toLowerCase().includes(typed))
			.map(({ name }) => ({ name, value: name }));
	}
	const { voices, presets } =
		focused.name === "voice"
			? await say.readChoices({ ...who, locale })
			: { voices: say.voices, presets: [] };
	const offers = { voices, languages: say.languages, presets: isNaming ? [] : presets };
	return completeSound(focused, offers, locale);
};

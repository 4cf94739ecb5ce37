import type { AutocompleteInteraction } from "discord.js";
import type { AutocompleteChoice } from "../src/discord/command.ts";
import { listPresets } from "../src/say/presets.ts";
import { completeSound } from "../src/say/sound-options.ts";
import type { Services } from "./services.ts";

/** The subcommands that name presets, which are made of voices alone. */
const naming: readonly string[] = ["preset", "presets"];

/**
 * Completes the options that say how something sounds, and the names of presets.
 *
 * @param whose - presets are offered: all that the member can use, or those of the server
 */
export const completeSoundOf =
	(whose: "member" | "server") =>
	async (
		focused: { readonly name: string; readonly value: string },
		{ say, store }: Services,
		{ guildId, user, locale, options }: AutocompleteInteraction,
	): Promise<AutocompleteChoice[]> => {
		const usable =
			guildId !== null && (focused.name === "voice" || focused.name === "name")
				? await store.presets.read(guildId, user.id)
				: { own: [], server: [] };
		const isNaming = naming.includes(options.getSubcommand(false) ?? "");
		if (focused.name === "name" && isNaming) {
			const typed = focused.value.trim().toLowerCase();
			return usable[whose === "member" ? "own" : "server"]
				.filter(({ name }) => name.toLowerCase().includes(typed))
				.map(({ name }) => ({ name, value: name }));
		}
		const presets = isNaming ? [] : whose === "member" ? listPresets(usable) : usable.server;
		return completeSound(focused, { voices: say.voices, languages: say.languages, presets }, locale);
	};

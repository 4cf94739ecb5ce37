import type { RepliableInteraction } from "discord.js";
import { managesHere } from "../discord/place.ts";
import { textsFor } from "../texts/index.ts";
import type { LostVoice, Resolved } from "./resolve-preferences.ts";

/** @returns the preferred voices and presets that are no longer available, as far as a member can choose others */
export const findOwnLost = (
	{ lost }: Pick<Resolved, "lost">,
	interaction: RepliableInteraction,
): LostVoice[] => lost.filter(({ from }) => from !== "server" || managesHere(interaction));

/** @returns sentences about them, and about what is used instead of presets */
export const describeLost = (
	resolved: Pick<Resolved, "lost" | "speaker">,
	interaction: RepliableInteraction,
): string[] => {
	const t = textsFor(interaction.locale);
	return findOwnLost(resolved, interaction).map(({ kind, from, name }) => {
		const whose = from === "server" ? "server" : "own";
		return kind === "voice"
			? t(`lost.${whose}`, { voice: name })
			: t(`lost.preset.${whose}`, { preset: name, voice: resolved.speaker });
	});
};

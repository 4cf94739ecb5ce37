import { PermissionFlagsBits, type RepliableInteraction } from "discord.js";
import { textsFor } from "../texts/index.ts";
import type { LostVoice, Resolved } from "./resolve-preferences.ts";

type Interaction = RepliableInteraction<"cached">;

/** @returns the preferred voices and presets that are no longer available, as far as a member can choose others */
export const findOwnLost = (
	{ lost }: Pick<Resolved, "lost">,
	{ memberPermissions }: Interaction,
): LostVoice[] => {
	const manages = memberPermissions.has(PermissionFlagsBits.ManageGuild);
	return lost.filter(({ from }) => from === "own" || manages);
};

/** @returns sentences about them, and about what is used instead of presets */
export const describeLost = (
	resolved: Pick<Resolved, "lost" | "speaker">,
	interaction: Interaction,
): string[] => {
	const t = textsFor(interaction.locale);
	return findOwnLost(resolved, interaction).map(({ kind, from, name }) =>
		kind === "voice"
			? t(`lost.${from}`, { voice: name })
			: t(`lost.preset.${from}`, { preset: name, voice: resolved.speaker }),
	);
};

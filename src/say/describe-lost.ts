import { PermissionFlagsBits, type RepliableInteraction } from "discord.js";
import { textsFor } from "../discord/texts/index.ts";
import type { LostVoice } from "./resolve-preferences.ts";

/** @returns sentences about preferred voices that are no longer available, for members who can choose another */
export const describeLost = (
	lost: readonly LostVoice[],
	interaction: RepliableInteraction<"cached">,
): string[] => {
	const t = textsFor(interaction.locale);
	const manages = interaction.memberPermissions.has(PermissionFlagsBits.ManageGuild);
	return lost
		.filter(({ from }) => from === "own" || manages)
		.map(({ from, voice }) => t(`lost.${from}`, { voice }));
};

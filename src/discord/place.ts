import {
	type AutocompleteInteraction,
	type BaseInteraction,
	PermissionFlagsBits,
	type RepliableInteraction,
} from "discord.js";
import { elsewhere, inGuild, type Owner, type Place } from "../shared/party.ts";
import { type Translate, textsFor } from "../texts/index.ts";

/** @returns the guild that Herald and its user are in, or else {@link elsewhere} */
export const placeOf = (interaction: BaseInteraction): Place =>
	interaction.inCachedGuild() ? inGuild(interaction.guildId) : elsewhere;

/** @returns a member and where they use Herald */
export const whoOf = (interaction: BaseInteraction): Owner => ({
	place: placeOf(interaction),
	userId: interaction.user.id,
});

/** @returns the sentences that a member reads where they use Herald */
export const textsOf = (interaction: RepliableInteraction | AutocompleteInteraction): Translate =>
	textsFor(interaction.locale, !interaction.inCachedGuild());

/** @returns whether a member manages the guild that they use Herald in */
export const managesHere = (interaction: BaseInteraction): boolean =>
	interaction.inCachedGuild() && interaction.memberPermissions.has(PermissionFlagsBits.ManageGuild);

/** @returns whether they still do: what an interaction says is as old as it is */
export const managesNow = async (interaction: BaseInteraction): Promise<boolean> => {
	if (!interaction.inCachedGuild()) return false;
	const member = await interaction.guild.members.fetch({ user: interaction.user, force: true });
	return member.permissions.has(PermissionFlagsBits.ManageGuild);
};

/** @returns the member who uses Herald in a guild */
export const memberOf = (interaction: BaseInteraction) =>
	interaction.inCachedGuild() ? interaction.member : undefined;

/** @returns whether Discord shows the answer to its member alone: in a server that wants no answers of others' apps */
export const isHidden = (interaction: RepliableInteraction): boolean =>
	!interaction.inCachedGuild() &&
	interaction.inGuild() &&
	!interaction.memberPermissions.has(PermissionFlagsBits.UseExternalApps);

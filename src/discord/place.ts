import { type BaseInteraction, PermissionFlagsBits, type RepliableInteraction } from "discord.js";
import { elsewhere, inGuild, type Owner, type Place } from "../shared/party.ts";
import { type Translate, textsFor } from "../texts/index.ts";

export const placeOf = (interaction: BaseInteraction): Place =>
	interaction.inCachedGuild() ? inGuild(interaction.guildId) : elsewhere;

export const whoOf = (interaction: BaseInteraction): Owner => ({
	place: placeOf(interaction),
	userId: interaction.user.id,
});

/**
 * @returns the sentences in the member's language, worded for where they read them: in a server with Herald, or
 * elsewhere
 */
export const textsOf = (interaction: BaseInteraction): Translate =>
	textsFor(interaction.locale, !interaction.inCachedGuild());

export const managesHere = (interaction: BaseInteraction): boolean =>
	interaction.inCachedGuild() && interaction.memberPermissions.has(PermissionFlagsBits.ManageGuild);

/**
 * @returns whether a member may manage the interaction's guild now. The interaction itself has only the permissions
 * that the member had when the interaction was created
 */
export const managesNow = async (interaction: BaseInteraction): Promise<boolean> => {
	if (!interaction.inCachedGuild()) return false;
	const member = await interaction.guild.members.fetch({ user: interaction.user, force: true });
	return member.permissions.has(PermissionFlagsBits.ManageGuild);
};

export const memberOf = (interaction: BaseInteraction) =>
	interaction.inCachedGuild() ? interaction.member : undefined;

/**
 * @returns whether Discord shows the answer only to the member who asked, because the member lacks the server's
 * permission to use external apps publicly
 */
export const isHidden = (interaction: RepliableInteraction): boolean =>
	!interaction.inCachedGuild() &&
	interaction.inGuild() &&
	!interaction.memberPermissions.has(PermissionFlagsBits.UseExternalApps);

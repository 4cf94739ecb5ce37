import type { Guild } from "discord.js";
import { applyGuildDefaults } from "../settings/settings.ts";
import type { GuildReading } from "../store/reading.ts";
import { checkChannel, findIgnored } from "./decide.ts";
import { readChannel } from "./message-facts.ts";
import type { Origin } from "./reading-state.ts";

/**
 * @param heraldIn - the voice channel that Herald is in
 * @returns whether a guild has an author's messages in a channel read, by its lists of channels, members and roles
 */
export const isWanted = (
	guild: Guild,
	{ settings, channels, ignores }: GuildReading,
	heraldIn: string | undefined,
	{ channelId, authorId }: Origin,
): boolean => {
	const place = { channel: readChannel(guild, channelId), channels, settings: applyGuildDefaults(settings) };
	const roles = [...(guild.members.cache.get(authorId)?.roles.cache.keys() ?? [])];
	const reason =
		checkChannel({ ...place, voiceChannelId: heraldIn }) ?? findIgnored(ignores, { id: authorId, roles });
	return reason === undefined;
};

import type { Guild } from "discord.js";
import type { GuildReading } from "../store/reading-settings.ts";
import { chooseReading } from "./reading-defaults.ts";
import type { Origin } from "./reading-state.ts";

/**
 * @param heraldIn - the voice channel that Herald is in
 * @returns whether a guild has messages read that somebody wrote in a channel, as far as its lists of channels, members and
 * roles tell
 */
export const isWanted = (
	guild: Guild,
	{ settings, channels, ignores }: GuildReading,
	heraldIn: string | undefined,
	{ channelId, authorId }: Origin,
): boolean => {
	const channel = guild.channels.cache.get(channelId);
	// A public thread counts as its parent.
	const id = channel?.isThread() ? channel.parentId : channelId;
	const isRead =
		(chooseReading(settings).voiceChat && id === heraldIn) ||
		channels.some((each) => each.channelId === id && (each.spokenIn ?? heraldIn) === heraldIn);
	const roles = guild.members.cache.get(authorId)?.roles.cache;
	const isIgnored = ignores.some(
		({ kind, value }) =>
			(kind === "user" && value === authorId) || (kind === "role" && roles?.has(value) === true),
	);
	return isRead && !isIgnored;
};

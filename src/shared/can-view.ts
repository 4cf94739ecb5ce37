import { type Guild, type GuildBasedChannel, PermissionFlagsBits } from "discord.js";

/** The channel flag CHANNEL_OBFUSCATED. For a channel with this flag, Discord sends only the id, type and position. */
const obfuscated = 1 << 17;

/**
 * Whether Herald may view a channel (for a thread, its parent), or is connected to it. For any other channel, the known
 * name and overwrites aren't the real ones.
 *
 * @remarks The flag CHANNEL_OBFUSCATED alone isn't enough: interactions bring each channel's real name and flags, and
 * the library keeps them.
 */
export const canView = (channel: GuildBasedChannel): boolean => {
	const { guild, client } = channel;
	const place = channel.isThread() ? channel.parent : channel;
	if (!place || place.flags.has(obfuscated)) return false;
	return (
		place.permissionsFor(client.user)?.has(PermissionFlagsBits.ViewChannel) === true ||
		guild.voiceStates.cache.get(client.user.id)?.channelId === place.id
	);
};

export const isUnseen = ({ channels }: Guild, channelId: string): boolean => {
	const channel = channels.cache.get(channelId);
	return channel !== undefined && !canView(channel);
};

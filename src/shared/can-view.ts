import { type Guild, type GuildBasedChannel, PermissionFlagsBits } from "discord.js";

/** CHANNEL_OBFUSCATED: Discord tells no more of the channel than its id, its type and its place. */
const obfuscated = 1 << 17;

/**
 * Whether Herald can view a channel, or a thread's channel: it may, or is connected to it. What is known of another one,
 * its name and overwrites among that, isn't the channel's own.
 *
 * @remarks The flag alone wouldn't do: interactions bring each channel's own name and flags, which the library then keeps.
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

/** Whether a channel is there that Herald can't view. */
export const isUnseen = ({ channels }: Guild, channelId: string): boolean => {
	const channel = channels.cache.get(channelId);
	return channel !== undefined && !canView(channel);
};

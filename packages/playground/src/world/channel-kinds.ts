import { ChannelType } from "discord-api-types/v10";
import { InputError } from "../checks/input-error.ts";
import type { Channel, Guild, GuildChannelType, ThreadChannel } from "./guild.ts";

const voiceTypes: readonly GuildChannelType[] = [ChannelType.GuildVoice, ChannelType.GuildStageVoice];
const withoutMessages: readonly GuildChannelType[] = [ChannelType.GuildCategory, ChannelType.GuildForum];

export const isVoice = ({ type }: Channel): boolean => voiceTypes.includes(type);

export const isThread = (channel: Channel): channel is ThreadChannel => channel.thread !== undefined;

/** True if the channel takes messages: not a category, nor a forum, which only has threads. */
export const takesMessages = ({ type }: Channel): boolean => !withoutMessages.includes(type);

/** The first text channel of a guild, where members act by default. @throws InputError when it has none */
export const mainChannel = (guild: Guild): Channel => {
	for (const channel of guild.channels.values()) if (channel.type === ChannelType.GuildText) return channel;
	throw new InputError("noTextChannel", { guild: guild.name });
};

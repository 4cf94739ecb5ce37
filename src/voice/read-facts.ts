import { ChannelType, type Guild, type GuildMember, type VoiceBasedChannel } from "discord.js";
import type { ChannelFacts, MemberFacts } from "./check-channel.ts";

/** @returns the voice or stage channel with this id, or undefined */
export const findVoiceChannel = (guild: Guild, channelId: string): VoiceBasedChannel | undefined => {
	const channel = guild.channels.cache.get(channelId);
	return channel?.isVoiceBased() ? channel : undefined;
};

/**
 * Everybody except Herald whose voice state says that they are in the channel. Counts voice states, not cached members:
 * a member that Herald has never seen counts too.
 */
export const listOthers = (guild: Guild, channelId: string): string[] =>
	[...guild.voiceStates.cache.values()]
		.filter((state) => state.channelId === channelId && state.id !== guild.client.user.id)
		.map(({ id }) => id);

/** Those who aren't known to be bots: an unknown user counts as a person. */
export const listListeners = (guild: Guild, channelId: string): string[] =>
	listOthers(guild, channelId).filter((id) => !guild.client.users.cache.get(id)?.bot);

/** What Discord knows about a channel and about Herald in it. */
export const readChannelFacts = (channel: VoiceBasedChannel): ChannelFacts => {
	const { guild } = channel;
	const me = guild.members.me;
	const state = guild.voiceStates.cache.get(guild.client.user.id);
	const inChannel = state?.channelId === channel.id;
	return {
		channelId: channel.id,
		stage: channel.type === ChannelType.GuildStageVoice,
		afk: guild.afkChannelId === channel.id,
		userLimit: channel.userLimit,
		occupants: listOthers(guild, channel.id).length + (inChannel ? 1 : 0),
		herald: {
			permissions: me ? channel.permissionsFor(me).bitfield : 0n,
			inChannel,
			muted: inChannel && state.serverMute === true,
			suppressed: inChannel && state.suppress === true,
			timedOutUntil: me?.communicationDisabledUntilTimestamp ?? null,
		},
	};
};

/** What Discord knows about a member who wants to be heard in a channel. */
export const readMemberFacts = (member: GuildMember, channel: VoiceBasedChannel): MemberFacts => {
	const state = member.guild.voiceStates.cache.get(member.id);
	return {
		channelId: state?.channelId ?? null,
		permissions: channel.permissionsFor(member).bitfield,
		muted: state?.serverMute === true,
		suppressed: state?.suppress === true,
		timedOutUntil: member.communicationDisabledUntilTimestamp,
	};
};

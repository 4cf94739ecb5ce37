import { ChannelType, type Guild, type GuildMember, type VoiceBasedChannel } from "discord.js";
import { canView } from "../shared/can-view.ts";
import type { VoiceTrouble } from "../shared/problem.ts";
import { voiceStatesOf } from "../shared/voice-states.ts";
import { type ChannelFacts, checkModeration, type MemberFacts } from "./check-channel.ts";

/** @returns the voice or stage channel with this id, or undefined */
export const findVoiceChannel = (guild: Guild, channelId: string): VoiceBasedChannel | undefined => {
	const channel = guild.channels.cache.get(channelId);
	return channel?.isVoiceBased() ? channel : undefined;
};

/**
 * @returns how many are in the channel, except Herald. Counts voice states, not cached members, so that unknown members
 * count too
 */
export const countOthers = (guild: Guild, channelId: string): number => {
	const there = voiceStatesOf(guild).inChannel(channelId);
	return there.size - (there.has(guild.client.user.id) ? 1 : 0);
};

/** Neither Herald nor a known bot: an unknown user counts as a person. */
const isPerson = ({ client }: Guild, id: string): boolean =>
	id !== client.user.id && !client.users.cache.get(id)?.bot;

/** @returns whether there are listeners in the channel, or whether a certain member is one */
export const hasListeners = (guild: Guild, channelId: string, userId?: string): boolean => {
	const there = voiceStatesOf(guild).inChannel(channelId);
	if (userId !== undefined) return there.has(userId) && isPerson(guild, userId);
	for (const id of there) if (isPerson(guild, id)) return true;
	return false;
};

/** @returns all listeners in the channel, in time linear in their number */
export const listListeners = (guild: Guild, channelId: string): string[] =>
	[...voiceStatesOf(guild).inChannel(channelId)].filter((id) => isPerson(guild, id));

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
		occupants: countOthers(guild, channel.id) + (inChannel ? 1 : 0),
		herald: {
			canView: canView(channel),
			permissions: me ? channel.permissionsFor(me).bitfield : 0n,
			inChannel,
			muted: inChannel && state.serverMute === true,
			suppressed: inChannel && state.suppress === true,
			timedOutUntil: me?.communicationDisabledUntilTimestamp ?? null,
		},
	};
};

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

/**
 * Members who were muted or timed out since they asked aren't heard through Herald either.
 *
 * @param now - in ms since the epoch
 * @returns how a moderator silenced a member, or undefined
 */
export const findModeration = (
	guild: Guild,
	channelId: string,
	userId: string,
	now: number,
): VoiceTrouble | undefined => {
	const member = guild.members.cache.get(userId);
	const channel = findVoiceChannel(guild, channelId);
	return member && channel && checkModeration(readMemberFacts(member, channel), now);
};

import { isDeepStrictEqual } from "node:util";
import type { Logger } from "@herald/common/log.ts";
import type { Guild, GuildMember, VoiceBasedChannel } from "discord.js";
import { ChannelType, PermissionFlagsBits } from "discord-api-types/v10";
import { canView } from "../shared/can-view.ts";
import type { VoiceTrouble } from "../shared/problem.ts";

const lacks = (permissions: bigint, bit: bigint): boolean =>
	(permissions & (bit | PermissionFlagsBits.Administrator)) === 0n;

/**
 * @returns how a moderator has silenced a member, who must not be heard through Herald either; undefined if none has
 */
export const checkModeration = (member: MemberFacts, now: number): VoiceTrouble | undefined => {
	if (member.timedOutUntil !== null && member.timedOutUntil > now)
		return { reason: "member_timed_out", until: member.timedOutUntil };
	// Whether a member is muted is known only while they are in a voice channel.
	if (member.channelId !== null && member.muted) return { reason: "member_muted" };
	return undefined;
};

/**
 * @returns why a member must not be heard through Herald in the channel; undefined if they may be. Otherwise, Herald
 * would be a way around moderation
 */
export const checkMember = (
	member: MemberFacts,
	channelId: string,
	now: number,
): VoiceTrouble | undefined => {
	const moderated = checkModeration(member, now);
	if (moderated) return moderated;
	const maySpeak =
		!lacks(member.permissions, PermissionFlagsBits.Connect) &&
		!lacks(member.permissions, PermissionFlagsBits.Speak) &&
		!(member.channelId === channelId && member.suppressed);
	return maySpeak ? undefined : { reason: "member_may_not_speak" };
};

/** Whether Herald is known to lack the permission to speak, which it doesn't need on a stage. */
const lacksSpeak = ({ stage, herald }: ChannelFacts): boolean =>
	!stage && herald.canView && lacks(herald.permissions, PermissionFlagsBits.Speak);

/** @returns what keeps Herald from joining a channel; undefined if it can join */
export const checkEntry = (facts: ChannelFacts, now: number): VoiceTrouble | undefined => {
	const { channelId, herald } = facts;
	// Herald may be in a channel that it couldn't join, because somebody moved it there.
	if (!herald.inChannel) {
		if (!herald.canView) return { reason: "missing_view", channelId };
		if (lacks(herald.permissions, PermissionFlagsBits.Connect))
			return { reason: "missing_connect", channelId };
	}
	if (herald.timedOutUntil !== null && herald.timedOutUntil > now)
		return { reason: "herald_timed_out", until: herald.timedOutUntil };
	if (lacksSpeak(facts)) return { reason: "missing_speak", channelId };
	if (facts.afk) return { reason: "channel_is_afk", channelId };
	const full = facts.userLimit > 0 && facts.occupants >= facts.userLimit;
	// Discord lets members with Move Members join a full channel.
	if (full && !herald.inChannel && lacks(herald.permissions, PermissionFlagsBits.MoveMembers))
		return { reason: "channel_full", channelId };
	return undefined;
};

/** @returns what keeps Herald from being heard in its channel; undefined if nothing does */
export const checkAudibility = (facts: ChannelFacts, now: number): VoiceTrouble | undefined => {
	const { channelId, herald } = facts;
	if (herald.timedOutUntil !== null && herald.timedOutUntil > now)
		return { reason: "herald_timed_out", until: herald.timedOutUntil };
	if (herald.muted) return { reason: "herald_muted", channelId };
	if (facts.afk) return { reason: "channel_is_afk", channelId };
	if (lacksSpeak(facts)) return { reason: "missing_speak", channelId };
	if (herald.suppressed) return { reason: "herald_suppressed", channelId };
	return undefined;
};

export const findVoiceChannel = (guild: Guild, channelId: string): VoiceBasedChannel | undefined => {
	const channel = guild.channels.cache.get(channelId);
	return channel?.isVoiceBased() ? channel : undefined;
};

/** @returns the IDs of everybody in the channel, including bots */
const listIn = ({ voiceStates }: Guild, channelId: string): string[] =>
	[...voiceStates.cache.values()].filter((state) => state.channelId === channelId).map(({ id }) => id);

/**
 * @returns how many are in the channel besides Herald. Counts voice states instead of cached members, to include
 * members who aren't cached
 */
export const countOthers = (guild: Guild, channelId: string): number => {
	const there = listIn(guild, channelId);
	return there.length - (there.includes(guild.client.user.id) ? 1 : 0);
};

/** Whether a user is neither Herald nor a known bot. An unknown user counts as a person. */
const isPerson = ({ client }: Guild, id: string) => id !== client.user.id && !client.users.cache.get(id)?.bot;

/** @returns the IDs of everybody in the channel except bots; a user whom Herald doesn't know counts as a person */
export const listListeners = (guild: Guild, channelId: string): string[] =>
	listIn(guild, channelId).filter((id) => isPerson(guild, id));

/** @returns whether the channel has listeners; with `userId`, whether that member is one */
export const hasListeners = (guild: Guild, channelId: string, userId?: string): boolean => {
	if (userId === undefined)
		return guild.voiceStates.cache.some(
			(state) => state.channelId === channelId && isPerson(guild, state.id),
		);
	return guild.voiceStates.cache.get(userId)?.channelId === channelId && isPerson(guild, userId);
};

/**
 * The facts that decide whether Herald can join a voice channel and be heard in it. Times are in ms since the epoch.
 */
export type ChannelFacts = ReturnType<typeof readChannelFacts>;

export const readChannelFacts = (channel: VoiceBasedChannel) => {
	const { guild } = channel;
	const me = guild.members.me;
	const state = guild.voiceStates.cache.get(guild.client.user.id);
	const inChannel = state?.channelId === channel.id;
	return {
		channelId: channel.id,
		stage: channel.type === ChannelType.GuildStageVoice,
		afk: guild.afkChannelId === channel.id,
		/** The most users that may be in the channel; 0 means no limit. */
		userLimit: channel.userLimit,
		/** How many users are in the channel, including bots and Herald. */
		occupants: countOthers(guild, channel.id) + (inChannel ? 1 : 0),
		herald: {
			/** Whether Herald can view the channel. If not, nobody's permissions in the channel are known. */
			canView: canView(channel),
			permissions: me ? channel.permissionsFor(me).bitfield : 0n,
			inChannel,
			muted: inChannel && state.serverMute === true,
			suppressed: inChannel && state.suppress === true,
			timedOutUntil: me?.communicationDisabledUntilTimestamp ?? null,
		},
	};
};

/** The facts that decide whether a member may be heard in the channel. */
export type MemberFacts = ReturnType<typeof readMemberFacts>;

export const readMemberFacts = (member: GuildMember, channel: VoiceBasedChannel) => {
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
 * Finds out whether a member is muted or timed out. Called again before the member is heard, since a moderator may have
 * acted after the member asked for speech.
 *
 * @param now - in ms since the epoch
 * @returns how a moderator silenced the member; undefined if none did, or Herald doesn't know the member or the channel
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

/** What Herald may do in a stage's audience: become a speaker, request to speak, or nothing. */
type StageMeans = "speak" | "ask" | "none";

const readStageMeans = (guild: Guild): StageMeans => {
	const me = guild.members.me;
	const channel = me?.voice.channel;
	if (!me || channel?.type !== ChannelType.GuildStageVoice) return "none";
	const permissions = channel.permissionsFor(me);
	if (permissions.has(PermissionFlagsBits.MuteMembers)) return "speak";
	return permissions.has(PermissionFlagsBits.RequestToSpeak) ? "ask" : "none";
};

/**
 * Becomes a speaker of the stage that Herald is in, or requests to become one.
 *
 * @returns whether Discord accepted the request. A voice state follows when Herald has become a speaker
 */
const takeTheStage = async (guild: Guild, means: StageMeans, logger: Logger): Promise<boolean> => {
	try {
		if (means === "speak") await guild.members.me?.voice.setSuppressed(false);
		else if (means === "ask") await guild.members.me?.voice.setRequestToSpeak(true);
		return means !== "none";
	} catch (error) {
		logger.warn({ event: "stage_refused", err: error }, "could not become a stage speaker");
		return false;
	}
};

/** How long to wait for the voice state that makes Herald a speaker, in ms. */
const stageTakenMs = 3_000;

interface StageEntry {
	readonly channelId: string;
	readonly means: StageMeans;
	readonly over: PromiseWithResolvers<void>;
	deadline: NodeJS.Timeout | undefined;
}

/**
 * Tracks whether Herald can be heard in its channel. In a stage's audience, tries to make Herald a speaker, once for
 * each stage and each change of what Herald may do there.
 *
 * @param tell - called when what keeps Herald from being heard has changed; with undefined when nothing does any more
 */
export const watchAudibility = (
	guild: Guild,
	logger: Logger,
	tell: (trouble: VoiceTrouble | undefined) => void,
) => {
	let known: VoiceTrouble | undefined;
	let entry: StageEntry | undefined;

	const set = (trouble: VoiceTrouble | undefined) => {
		if (isDeepStrictEqual(known, trouble)) return;
		known = trouble;
		tell(trouble);
	};
	/** Cancels the attempt in progress. */
	const close = () => {
		clearTimeout(entry?.deadline);
		entry?.over.resolve();
		entry = undefined;
	};
	const tryStage = async (channelId: string) => {
		const means = readStageMeans(guild);
		if (entry?.channelId === channelId && entry.means === means) return;
		close();
		const own: StageEntry = { channelId, means, over: Promise.withResolvers(), deadline: undefined };
		entry = own;
		const taken = await takeTheStage(guild, means, logger);
		if (entry !== own) return;
		const end = () => {
			set({ reason: taken && means === "ask" ? "asked_to_speak" : "herald_suppressed", channelId });
			own.over.resolve();
		};
		// If Herald becomes a speaker, a voice state says so, which ends the attempt before this deadline.
		if (taken && means === "speak") own.deadline = setTimeout(end, stageTakenMs);
		else end();
	};
	return {
		close,
		trouble: () => known,
		/**
		 * Resolves when it is known whether Herald can be heard. On a stage, that is after it tried to become a speaker, or
		 * when another attempt replaces the current one.
		 */
		attempt: () => entry?.over.promise ?? Promise.resolve(),
		/**
		 * @param trouble - what keeps Herald from being heard now. In a stage's audience it is reported once the outcome of
		 * the attempt to speak there is known
		 * @returns whether Herald can be heard now
		 */
		take: (trouble: VoiceTrouble | undefined): boolean => {
			if (trouble?.reason === "herald_suppressed") void tryStage(trouble.channelId);
			else {
				close();
				set(trouble);
			}
			return trouble === undefined;
		},
	};
};

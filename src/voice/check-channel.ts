import { PermissionFlagsBits } from "discord-api-types/v10";
import type { VoiceTrouble } from "../shared/problem.ts";

/** The facts that decide whether Herald can join a voice channel and be heard there. Times in ms since the epoch. */
export interface ChannelFacts {
	readonly channelId: string;
	readonly stage: boolean;
	readonly afk: boolean;
	/** 0 is no limit. */
	readonly userLimit: number;
	/** All users in the channel, with bots and Herald. */
	readonly occupants: number;
	readonly herald: {
		/** Whether it can view the channel; of one that it can't, neither its own nor others' permissions are known. */
		readonly canView: boolean;
		readonly permissions: bigint;
		readonly inChannel: boolean;
		readonly muted: boolean;
		readonly suppressed: boolean;
		readonly timedOutUntil: number | null;
	};
}

/** The facts that decide whether the requesting member may be heard there. */
export interface MemberFacts {
	readonly channelId: string | null;
	readonly permissions: bigint;
	readonly muted: boolean;
	readonly suppressed: boolean;
	readonly timedOutUntil: number | null;
}

const lacks = (permissions: bigint, bit: bigint): boolean =>
	(permissions & (bit | PermissionFlagsBits.Administrator)) === 0n;

/** @returns how a moderator silenced a member, who then can't be heard through Herald either */
export const checkModeration = (member: MemberFacts, now: number): VoiceTrouble | undefined => {
	if (member.timedOutUntil !== null && member.timedOutUntil > now)
		return { reason: "member_timed_out", until: member.timedOutUntil };
	// A voice state applies to the member's current channel; for others only permissions are known.
	if (member.channelId !== null && member.muted) return { reason: "member_muted" };
	return undefined;
};

/** @returns why a member can't be heard through Herald in the channel: it must not be a way around moderation */
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

/** Whether Herald is known to lack the permission to speak; on a stage it needs none. */
const lacksSpeak = ({ stage, herald }: ChannelFacts): boolean =>
	!stage && herald.canView && lacks(herald.permissions, PermissionFlagsBits.Speak);

/** @returns what keeps Herald from entering a channel, or undefined */
export const checkEntry = (facts: ChannelFacts, now: number): VoiceTrouble | undefined => {
	const { channelId, herald } = facts;
	// Where it is, it may have been dragged.
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

/** @returns what keeps Herald from being heard in its channel, or undefined */
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

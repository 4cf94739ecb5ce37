import type { GuildMember, VoiceBasedChannel } from "discord.js";
import { PermissionFlagsBits } from "discord-api-types/v10";
import { voiceProblem } from "../shared/problem.ts";
import {
	checkEntry,
	checkMember,
	checkModeration,
	findVoiceChannel,
	listListeners,
	readChannelFacts,
	readMemberFacts,
} from "./channel-facts.ts";

export type SessionAct = "skip" | "stop" | "leave" | "move";

/** The facts that decide whether a member may act. Permissions are the member's in Herald's channel. */
export interface Standing {
	readonly memberId: string;
	readonly permissions: bigint;
	/** The IDs of people in Herald's channel, without bots. */
	readonly listeners: readonly string[];
	/** Whether the act only affects the member's own items. */
	readonly own: boolean;
	/** The IDs of members who have voted to skip the same item. */
	readonly votes: readonly string[];
}

type Decision =
	| { readonly allowed: true }
	/** `votes` includes the vote of the member who acts. Only skipping can be voted on. */
	| { readonly allowed: false; readonly votes: number; readonly needed: number };

const deciding =
	PermissionFlagsBits.MoveMembers | PermissionFlagsBits.ManageGuild | PermissionFlagsBits.Administrator;

/**
 * Decides whether a member may act on a session. Members may always skip and stop their own items. For anything else
 * they need Move Members, Manage Server or Administrator, unless nobody else listens. An item is also skipped if more
 * than half of the listeners vote for that.
 */
export const decideAct = (act: SessionAct, standing: Standing): Decision => {
	const { memberId, permissions, listeners, own, votes } = standing;
	if (own && act !== "leave" && act !== "move") return { allowed: true };
	if ((permissions & deciding) !== 0n) return { allowed: true };
	// Members outside the channel can't decide for the people in it, unless it is empty.
	if (listeners.every((id) => id === memberId)) return { allowed: true };
	const present = new Set(listeners);
	const wanting = present.intersection(new Set([...votes, memberId]));
	const needed = Math.floor(present.size / 2) + 1;
	if (act === "skip" && wanting.size >= needed) return { allowed: true };
	return { allowed: false, votes: wanting.size, needed };
};

export const weighAct = (
	member: GuildMember,
	act: SessionAct,
	channelId: string,
	own = false,
	votes: readonly string[] = [],
): Decision =>
	decideAct(act, {
		memberId: member.id,
		permissions: (findVoiceChannel(member.guild, channelId)?.permissionsFor(member) ?? member.permissions)
			.bitfield,
		listeners: listListeners(member.guild, channelId),
		own,
		votes,
	});

/** @throws a Problem `voice`, `others_decide`, if the member isn't allowed to act */
export const requireAct = (...wanted: Parameters<typeof weighAct>): void => {
	if (!weighAct(...wanted).allowed) throw voiceProblem({ reason: "others_decide" });
};

/** The most channels that are suggested to a member in a sentence. */
const namedMax = 5;

/** @returns the IDs of up to {@link namedMax} voice channels in which a member can be heard through Herald */
const listOpen = (member: GuildMember, now: number): string[] =>
	member.guild.channels.cache
		.values()
		.filter((channel) => channel.isVoiceBased())
		.filter(
			(channel) =>
				channel.permissionsFor(member).has(PermissionFlagsBits.ViewChannel) &&
				!checkMember(readMemberFacts(member, channel), channel.id, now) &&
				!checkEntry(readChannelFacts(channel), now),
		)
		.take(namedMax)
		.map(({ id }) => id)
		.toArray();

/**
 * Chooses the channel that a member names, or else their own. Checks everything that can be known before joining.
 *
 * @param here - the channel that Herald is in
 * @param now - in ms since the epoch
 * @throws a Problem `voice` with the reason why Herald can't speak there
 */
export const chooseChannel = (
	member: GuildMember,
	named: string | undefined,
	here: string | undefined,
	now: number,
): VoiceBasedChannel => {
	const { guild } = member;
	const wanted = named ?? guild.voiceStates.cache.get(member.id)?.channelId;
	if (!wanted) throw voiceProblem({ reason: "member_not_in_channel", channels: listOpen(member, now) });
	const channel = findVoiceChannel(guild, wanted);
	if (!channel) throw voiceProblem({ reason: "channel_gone", channelId: wanted });
	const facts = readChannelFacts(channel);
	const asking = readMemberFacts(member, channel);
	// In a channel that Herald can't view, it doesn't know the member's permissions.
	const refused = facts.herald.canView ? checkMember(asking, wanted, now) : checkModeration(asking, now);
	const trouble = refused ?? checkEntry(facts, now);
	if (trouble) throw voiceProblem(trouble);
	if (here && here !== wanted && !weighAct(member, "move", here).allowed)
		throw voiceProblem({ reason: "busy_elsewhere", channelId: here });
	return channel;
};

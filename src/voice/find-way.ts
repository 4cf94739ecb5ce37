import type { GuildMember, VoiceBasedChannel } from "discord.js";
import { voiceProblem } from "../problem.ts";
import { checkEntry, checkMember } from "./check-channel.ts";
import { decideAct, type SessionAct } from "./permissions.ts";
import { findVoiceChannel, listListeners, readChannelFacts, readMemberFacts } from "./read-facts.ts";
import type { GuildSession } from "./session.ts";

/**
 * Finds the channel that a member means, theirs unless they name one, once all is well that can be known before joining.
 *
 * @param session - where Herald is already
 * @param now - in ms since the epoch
 * @throws a Problem `voice` with what is in the way
 */
export const findWay = (
	member: GuildMember,
	channelId: string | undefined,
	session: GuildSession | undefined,
	now: number,
): VoiceBasedChannel => {
	const { guild } = member;
	const wanted = channelId ?? guild.voiceStates.cache.get(member.id)?.channelId;
	if (!wanted) throw voiceProblem({ reason: "member_not_in_channel" });
	const channel = findVoiceChannel(guild, wanted);
	if (!channel) throw voiceProblem({ reason: "channel_gone", channelId: wanted });
	const trouble =
		checkMember(readMemberFacts(member, channel), wanted, now) ?? checkEntry(readChannelFacts(channel), now);
	if (trouble) throw voiceProblem(trouble);
	if (session && session.channelId !== wanted && !weigh("move", member, session, false, []).allowed)
		throw voiceProblem({ reason: "busy_elsewhere", channelId: session.channelId });
	return channel;
};

const weigh = (
	act: SessionAct,
	member: GuildMember,
	{ channelId }: GuildSession,
	own: boolean,
	votes: readonly string[],
) => {
	const channel = findVoiceChannel(member.guild, channelId);
	return decideAct(act, {
		memberId: member.id,
		permissions: channel?.permissionsFor(member).bitfield ?? member.permissions.bitfield,
		listeners: listListeners(member.guild, channelId),
		own,
		votes,
	});
};

/** @throws a Problem `voice`, `others_listen` or `others_decide`, when a member may not do this to a session by themselves */
export const requireAct = (
	act: SessionAct,
	member: GuildMember,
	session: GuildSession,
	own: boolean,
	votes: readonly string[] = [],
): void => {
	const decision = weigh(act, member, session, own, votes);
	if (decision.allowed) return;
	if (act !== "skip") throw voiceProblem({ reason: "others_decide" });
	throw voiceProblem({ reason: "others_listen", votes: decision.votes, needed: decision.needed });
};

import type { GuildMember } from "discord.js";
import { voiceProblem } from "../shared/problem.ts";
import { type Decision, decideAct, type SessionAct } from "./permissions.ts";
import { findVoiceChannel, listListeners } from "./read-facts.ts";

/** What a member wants done in Herald's channel. */
export interface WantedAct {
	readonly act: SessionAct;
	/** Where Herald is. */
	readonly channelId: string;
	/** Whether it only affects the member's own texts. */
	readonly own?: boolean;
	/** Who pressed Skip for the same text so far. */
	readonly votes?: readonly string[];
}

/** @returns whether the member may currently do it alone */
export const weighAct = (
	member: GuildMember,
	{ act, channelId, own = false, votes = [] }: WantedAct,
): Decision =>
	decideAct(act, {
		memberId: member.id,
		permissions: (findVoiceChannel(member.guild, channelId)?.permissionsFor(member) ?? member.permissions)
			.bitfield,
		listeners: listListeners(member.guild, channelId),
		own,
		votes,
	});

/** @throws a Problem `voice`, `others_listen` or `others_decide`, when the member may not do it alone */
export const requireAct = (member: GuildMember, wanted: WantedAct): void => {
	const decision = weighAct(member, wanted);
	if (decision.allowed) return;
	if (wanted.act !== "skip") throw voiceProblem({ reason: "others_decide" });
	throw voiceProblem({ reason: "others_listen", votes: decision.votes, needed: decision.needed });
};

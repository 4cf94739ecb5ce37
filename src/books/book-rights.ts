import type { Client, GuildMember } from "discord.js";
import { findPlace } from "../discord/post-sound.ts";
import { Problem, voiceProblem } from "../problem.ts";
import { checkModeration } from "../voice/check-channel.ts";
import { decideAct } from "../voice/permissions.ts";
import { findVoiceChannel, readMemberFacts } from "../voice/read-facts.ts";
import type { BookOwner } from "./book.ts";

/** A book that is being spoken. */
interface Spoken {
	readonly owner: BookOwner;
	/** Where its messages are. */
	readonly channelId: string;
}

/** @throws {@link Problem} `not_your_book` for who may not end a book */
export const checkMayCancel = (member: GuildMember, { owner, channelId }: Spoken, client: Client): void => {
	const place = findPlace(client, channelId);
	const permissions = place?.permissionsFor(member.id)?.bitfield ?? member.permissions.bitfield;
	// Who asked for it stands for those who listen: others can't vote on it.
	const decision = decideAct("skip", {
		memberId: member.id,
		permissions,
		listeners: [owner.userId],
		own: member.id === owner.userId,
		votes: [],
	});
	if (!decision.allowed) throw new Problem({ kind: "not_your_book" });
};

/**
 * A member who was silenced isn't heard through Herald either, whoever has their book go on.
 *
 * @param now - in ms since the epoch
 * @throws {@link Problem} that says so
 */
export const checkMayBeHeard = (
	{ guild }: GuildMember,
	{ userId }: BookOwner,
	channelId: string,
	now: number,
): void => {
	const member = guild.members.cache.get(userId);
	const channel = findVoiceChannel(guild, channelId);
	const trouble = member && channel && checkModeration(readMemberFacts(member, channel), now);
	if (trouble) throw voiceProblem(trouble);
};

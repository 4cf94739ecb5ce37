import type { GuildMember, VoiceBasedChannel } from "discord.js";
import { PermissionFlagsBits } from "discord-api-types/v10";
import { voiceProblem } from "../shared/problem.ts";
import { checkEntry, checkMember, checkModeration } from "./check-channel.ts";
import { weighAct } from "./permissions.ts";
import { findVoiceChannel, readChannelFacts, readMemberFacts } from "./read-facts.ts";

/** A sentence names at most so many. */
const namedMax = 5;

/** @returns ids of voice channels in which a member can be heard through Herald */
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
 * Chooses the channel that a member names, or else their own, and checks everything that can be known before joining.
 *
 * @param here - where Herald is already
 * @param now - in ms since the epoch
 * @throws a Problem `voice` that says what prevents it
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
	// Of a channel that Herald can't view, the member's rights aren't known.
	const refused = facts.herald.canView ? checkMember(asking, wanted, now) : checkModeration(asking, now);
	const trouble = refused ?? checkEntry(facts, now);
	if (trouble) throw voiceProblem(trouble);
	if (here && here !== wanted && !weighAct(member, "move", here).allowed)
		throw voiceProblem({ reason: "busy_elsewhere", channelId: here });
	return channel;
};

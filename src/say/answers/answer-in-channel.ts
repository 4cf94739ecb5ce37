import type { GuildMember, RepliableInteraction } from "discord.js";
import { whoOf } from "../../discord/place.ts";
import { inGuild } from "../../shared/party.ts";
import { Problem } from "../../shared/problem.ts";
import type { Ticket } from "../../speech/traffic/tickets.ts";
import type { ItemEvent, QueueItem } from "../../voice/queue-item.ts";
import type { QueuePosition } from "../../voice/voice-channels.ts";
import type { NewRequest } from "../sound/request.ts";
import { atVolume, estimateHeardMs, writeLines } from "../sound/write-lines.ts";
import type { AnswerServices } from "./answer-services.ts";
import { ChannelAnswer } from "./channel-answer.ts";
import { SkipVote } from "./skip-vote.ts";

interface ForChannel extends Pick<QueueItem, "authorId" | "messageId" | "lines" | "onEvent"> {
	readonly member: GuildMember;
	/** BCP 47, of the member's Discord. */
	readonly locale: string;
	/** The text's place among those of the guild; it is used up. */
	readonly ticket: Ticket;
}

/**
 * Reserves a text's budget and queues the text, in ticket order. The reservation is settled when no more Lines of it
 * are made, even if it was never queued.
 *
 * @throws {@link Problem} of the budget or the channel
 */
const sayInChannel = async (
	{ member, locale, lines: written, ticket, onEvent, authorId, messageId }: ForChannel,
	{ say, voice }: AnswerServices,
): Promise<QueuePosition> => {
	const who = { place: inGuild(member.guild.id), userId: member.id };
	try {
		const { gainDb, goesFirst, findQuietEnd } = await say.readChannel(member);
		const lines = atVolume(written, gainDb);
		const text: QueueItem = {
			userId: member.id,
			authorId,
			messageId,
			payer: await say.reserve(who, lines),
			priority: "asked",
			goesFirst,
			// Quiet hours may have begun while it waited.
			mayStart: () => {
				const until = findQuietEnd();
				return until === undefined || new Problem({ kind: "quiet_hours", until });
			},
			lines,
			estimateMs: estimateHeardMs(lines),
			inOwnVoices: say.inOwnVoices({ ...who, locale }),
			onEvent,
		};
		return await voice.say(member, undefined, text, ticket);
	} finally {
		ticket.end();
	}
};

/** The parts of an answer that were started before it was clear that a text is for a channel. */
export interface StartedAnswer {
	/** The interaction's pending public acknowledgement. */
	readonly acknowledged: Promise<unknown>;
	readonly ticket: Ticket;
}

/**
 * Speaks a member's text in their voice channel, and answers with who speaks, where, and its place in the queue. The
 * answer keeps up with what happens to it.
 *
 * @throws {@link Problem} that says what prevents it; nothing is queued then
 */
export const answerInChannel = async (
	interaction: RepliableInteraction<"cached">,
	{ notes = [], onAnswered: _, ...wanted }: NewRequest,
	services: AnswerServices,
	{ acknowledged, ticket }: StartedAnswer,
): Promise<void> => {
	const { guild, user, locale, member } = interaction;
	const { recent, edits, clock, pendingAnswers } = services;
	const request = { ...wanted, startsShort: true };
	const id = recent.remember(request, whoOf(interaction));
	const endWait = pendingAnswers.hold(interaction.id);
	const answer = new ChannelAnswer(interaction, {
		wanted: { ...wanted, notes },
		answerId: id,
		edits,
		clock,
		onOver: endWait,
	});
	const vote = new SkipVote({ guild, userId: user.id, clock, edits });
	const onEvent = (event: ItemEvent): void => {
		answer.onEvent(event);
		vote.onEvent(event);
	};
	const lines = writeLines(request, locale);
	const taken = sayInChannel({ ...wanted, member, locale, lines, ticket, onEvent }, services);
	// Its error is handled below.
	taken.then(
		({ trouble }) => answer.hinder(trouble),
		() => {},
	);
	try {
		await acknowledged;
		await answer.begin(await taken);
		services.buttons.add(interaction);
	} catch (error) {
		// Without an answer, listeners could not tell whose text it is. It may not have been queued, or be over.
		void taken.then(({ item }) => services.voice.skip(member, item)).catch(() => {});
		endWait();
		throw error;
	}
};

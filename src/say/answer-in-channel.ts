import type { RepliableInteraction } from "discord.js";
import type { Ticket } from "../speech/traffic/tickets.ts";
import type { ItemEvent } from "../voice/queue-item.ts";
import type { AnswerServices } from "./answer-services.ts";
import { ChannelAnswer } from "./channel-answer.ts";
import type { Wanted } from "./recent-requests.ts";
import { sayInChannel } from "./say-in-channel.ts";
import { SkipVote } from "./skip-vote.ts";
import { writeLines } from "./write-lines.ts";

/** What was started before it was clear that a text is for a channel. */
export interface Begun {
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
	{ notes = [], onTold: _, ...wanted }: Wanted,
	services: Omit<AnswerServices, "shutdown">,
	{ acknowledged, ticket }: Begun,
): Promise<void> => {
	const { guild, guildId, user, locale, member } = interaction;
	const { recent, edits, clock, pendingAnswers } = services;
	const request = { ...wanted, startsShort: true };
	const id = recent.remember(request, { guildId, userId: user.id });
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
	const taken = sayInChannel({ member, lines: writeLines(request, locale), ticket, onEvent }, services);
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
		// Without an answer, listeners could not tell whose text it is.
		void taken.then(({ item }) => services.voice.skip(member, item)).catch(() => {});
		endWait();
		throw error;
	}
};

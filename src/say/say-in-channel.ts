import type { GuildMember } from "discord.js";
import { Problem } from "../shared/problem.ts";
import type { Line } from "../speech/line.ts";
import type { SpokenLine } from "../speech/spoken.ts";
import type { Ticket } from "../speech/traffic/tickets.ts";
import type { ItemEvent } from "../voice/queue-item.ts";
import type { Accepted } from "../voice/voice-channels.ts";
import type { ChannelServices } from "./answer-services.ts";
import { atVolume, estimateHeardMs } from "./write-lines.ts";

export interface ForChannel {
	readonly member: GuildMember;
	readonly lines: readonly Line[];
	/** The text's place among those of the guild; it is used up. */
	readonly ticket: Ticket;
	readonly onEvent: (event: ItemEvent) => void;
}

/**
 * Reserves what a text may take and puts it into its guild's queue, in the order of turns. What it took is settled when
 * nothing more of it is made, also when it never had a place.
 *
 * @throws {@link Problem} of the budget or the channel
 */
export const sayInChannel = async (
	{ member, lines: written, ticket, onEvent }: ForChannel,
	{ say, voice, edits }: ChannelServices,
): Promise<Accepted> => {
	try {
		const { gainDb, goesFirst, findQuietEnd } = await say.readChannel(member);
		const lines = atVolume(written, gainDb);
		const reservation = await say.reserve({ guildId: member.guild.id, userId: member.id }, lines);
		const settled = Promise.withResolvers<readonly SpokenLine[]>();
		edits.add(settled.promise.then((made) => reservation.settle(made)));
		let ended = false;
		const text = {
			userId: member.id,
			payer: reservation,
			priority: "asked" as const,
			goesFirst,
			// Quiet hours may have begun while it waited.
			mayStart: () => {
				const until = findQuietEnd();
				return until === undefined || new Problem({ kind: "quiet_hours", until });
			},
			lines,
			estimateMs: estimateHeardMs(lines),
			onEvent: (event: ItemEvent): void => {
				onEvent(event);
				ended ||= event.kind === "ended";
			},
			onSettled: settled.resolve,
		};
		return await voice.say(member, undefined, text, ticket).catch((error: unknown) => {
			// Without an `ended` event it was never queued, and nothing of it is generated.
			if (!ended) settled.resolve([]);
			throw error;
		});
	} finally {
		ticket.end();
	}
};

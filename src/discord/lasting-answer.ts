import {
	DiscordAPIError,
	PermissionFlagsBits,
	RESTJSONErrorCodes,
	type RepliableInteraction,
} from "discord.js";
import type { ShownMessage } from "./paced-edits.ts";

/** An interaction's token is valid for 15 minutes; the rest is for the request. */
export const tokenLivesMs = 15 * 60_000 - 10_000;

/** An acknowledged interaction's public answer, which can be edited for longer than the interaction's token lives. */
export class LastingAnswer {
	readonly #interaction: RepliableInteraction<"cached">;
	readonly #now: () => number;
	#messageId: string | undefined;

	/** @param now - in ms since the epoch */
	constructor(interaction: RepliableInteraction<"cached">, now: () => number) {
		this.#interaction = interaction;
		this.#now = now;
	}

	/**
	 * Edits the answer with the interaction's token; once that has expired, as the bot's own message if it can see the
	 * channel, otherwise not at all.
	 */
	async edit(shown: ShownMessage): Promise<void> {
		if (this.#now() < arrivalOf(this.#interaction, this.#now) + tokenLivesMs)
			try {
				this.#messageId = (await this.#interaction.editReply(shown)).id;
				return;
			} catch (error) {
				const isOver =
					error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.InvalidWebhookToken;
				if (!isOver) throw error;
			}
		const { channel, guild } = this.#interaction;
		if (!channel || this.#messageId === undefined) return;
		if (!channel.permissionsFor(guild.client.user)?.has(PermissionFlagsBits.ViewChannel)) return;
		await channel.messages.edit(this.#messageId, shown);
	}
}

const arrivals = new WeakMap<object, number>();

/**
 * When an interaction arrived, by this machine's own clock: Discord's may say something else. Call it first when it
 * arrives.
 *
 * @param now - in ms since the epoch
 */
export const arrivalOf = (interaction: object, now: () => number): number => {
	const arrived = arrivals.get(interaction) ?? now();
	arrivals.set(interaction, arrived);
	return arrived;
};

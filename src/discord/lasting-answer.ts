import {
	DiscordAPIError,
	PermissionFlagsBits,
	RESTJSONErrorCodes,
	type RepliableInteraction,
} from "discord.js";
import type { ShownMessage } from "./paced-edits.ts";

/** An interaction's token is valid for 15 minutes. The difference is for the request. In ms. */
export const tokenLivesMs = 15 * 60_000 - 10_000;

/**
 * The public answer to an acknowledged interaction. It can be edited even after the interaction's token has expired.
 */
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
	 * Edits the answer with the interaction's token. Once that has expired, edits it as the bot's own message if Herald
	 * can view the channel; otherwise does nothing.
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
 * @returns when an interaction arrived, by this machine's clock, which
 * may differ from Discord's; the first call, on arrival, notes the time
 * @param now - in ms since the epoch
 */
export const arrivalOf = (interaction: object, now: () => number): number => {
	const arrived = arrivals.get(interaction) ?? now();
	arrivals.set(interaction, arrived);
	return arrived;
};

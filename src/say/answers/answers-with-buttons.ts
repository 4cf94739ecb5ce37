import { type Client, InteractionWebhook, type RepliableInteraction } from "discord.js";
import { arrivalOf } from "../../discord/lasting-answer.ts";
import { whoOf } from "../../discord/place.ts";
import type { Kept } from "../../store/kept-values.ts";
import { ShortMemory, type ShortMemoryOptions } from "./short-memory.ts";

/** A minute less than an interaction's token, which removes the buttons. */
export const buttonsLiveMs = 14 * 60_000;
/** How much longer the token lives, less what a request takes. */
const tokenOutlivesMs = 45_000;

interface AnswerWithButtons {
	readonly applicationId: string;
	/** The interaction's. */
	readonly token: string;
	/** `@original`, or the id of a follow-up. */
	readonly messageId: string;
}

/** The answers whose buttons are removed fourteen minutes after their interaction, when they are about to be useless. */
export class AnswersWithButtons extends ShortMemory<AnswerWithButtons> {
	readonly #client: Client;
	readonly #options: ShortMemoryOptions;

	constructor(client: Client, options: ShortMemoryOptions) {
		super("message", options, { onOver: (kept) => this.#removeButtons(kept) });
		this.#client = client;
		this.#options = options;
	}

	/** Removes an answer's buttons in time; @param messageId - of a follow-up, else the answer itself is meant */
	add(interaction: RepliableInteraction, messageId = "@original"): void {
		const { id, applicationId, token } = interaction;
		this.keep(`${id}:${messageId}`, {
			...whoOf(interaction),
			until: arrivalOf(interaction, () => this.#options.clock.now()) + buttonsLiveMs,
			value: { applicationId, token, messageId },
		});
	}

	/** Its errors are ignored: a moderator may have deleted the message. */
	#removeButtons({ until, value: { applicationId, token, messageId } }: Kept<AnswerWithButtons>): void {
		// After a long time without Herald, the token has ended too.
		if (this.#options.clock.now() > until + tokenOutlivesMs) return;
		const webhook = new InteractionWebhook(this.#client as Client<true>, applicationId, token);
		void this.#options.edits.follow(webhook.editMessage(messageId, { components: [] }));
	}
}

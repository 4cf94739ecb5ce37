import type { RepliableInteraction } from "discord.js";
import { noMentions } from "./respond.ts";

/** Edits of one message are limited to 5 in 5 s: progress is shown at most this often. */
const progressEveryMs = 2_000;

/**
 * Shows the progress of long work by editing the deferred answer, no more often than Discord likes. Failed edits are
 * ignored.
 */
export class Progress {
	readonly #interaction: RepliableInteraction;
	#shownAt = performance.now();
	#edit: Promise<unknown> = Promise.resolve();
	#editing = false;
	#ended = false;

	constructor(interaction: RepliableInteraction) {
		this.#interaction = interaction;
	}

	/** Shows `content`, unless the last one was shown a moment ago. */
	show(content: string): void {
		const now = performance.now();
		if (this.#ended || this.#editing || now - this.#shownAt < progressEveryMs) return;
		this.#shownAt = now;
		this.#editing = true;
		this.#edit = this.#interaction.webhook
			.editMessage("@original", { content, allowedMentions: noMentions })
			.catch(() => {})
			.finally(() => {
				this.#editing = false;
			});
	}

	/** Resolves when no progress edit can overtake the answer any more. */
	async end(): Promise<void> {
		this.#ended = true;
		await this.#edit;
	}
}

import type { Logger } from "../log.ts";
import { measure } from "../measures.ts";
import type { Usage } from "./usage.ts";

export interface BillingOptions {
	readonly logger: Logger;
	/** Keeps the books: told of what each answer was charged with, and for which guild it was asked. */
	readonly onBilled?: (guildId: string, usage: Usage) => Promise<void>;
}

/** Has what answers were charged with written to the books, which nobody who listens waits for. */
export class Billing {
	readonly #options: BillingOptions;
	/** What is being written. */
	readonly #writing = new Set<Promise<void>>();

	constructor(options: BillingOptions) {
		this.#options = options;
	}

	bill(guildId: string, model: string, usage: Usage): void {
		measure("speechBilled", { model, ...usage });
		const { onBilled, logger } = this.#options;
		if (!onBilled) return;
		const written = onBilled(guildId, usage)
			.catch((error: unknown) =>
				logger.error({ event: "speech_not_counted", err: error }, "could not count what speech cost"),
			)
			.finally(() => this.#writing.delete(written));
		this.#writing.add(written);
	}

	/** Resolves when all of it is written, or known not to be. */
	async settle(): Promise<void> {
		await Promise.all(this.#writing);
	}
}

import type { SkipReason } from "./skip-reason.ts";

/** Of the last messages, whoever asks why one wasn't read asks soon. */
const keptMax = 1_000;

/** Why messages weren't read for reasons that only their moment tells. */
export class RecentSkips {
	/** By message, oldest first. */
	readonly #reasons = new Map<string, SkipReason>();

	note(messageId: string, reason: SkipReason): void {
		this.#reasons.set(messageId, reason);
		const [oldest] = this.#reasons.keys();
		if (this.#reasons.size > keptMax && oldest !== undefined) this.#reasons.delete(oldest);
	}

	find(messageId: string): SkipReason | undefined {
		return this.#reasons.get(messageId);
	}
}

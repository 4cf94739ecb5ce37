interface Held {
	readonly account: number;
	readonly bytes: number;
	readonly drop: () => void;
}

/**
 * The sound of answers that wait to be read. Beyond so much in all, the account that holds the most loses its oldest:
 * who doesn't read takes nothing from others.
 */
export class HeldAnswers {
	readonly #maxBytes: number;
	/** Oldest first. */
	readonly #held = new Set<Held>();

	constructor(maxBytes: number) {
		this.#maxBytes = maxBytes;
	}

	/** @param drop - ends the answer's connection. @returns how to say that the answer was read, or never will be */
	hold(account: number, bytes: number, drop: () => void): () => void {
		const held = { account, bytes, drop };
		this.#held.add(held);
		while (this.#sum() > this.#maxBytes) {
			const oldest = this.#oldestOfGreatest();
			this.#held.delete(oldest);
			oldest.drop();
		}
		return () => void this.#held.delete(held);
	}

	#sum(account?: number): number {
		let sum = 0;
		for (const held of this.#held) if (account === undefined || held.account === account) sum += held.bytes;
		return sum;
	}

	#oldestOfGreatest(): Held {
		const all = [...this.#held];
		return all.reduce((found, held) => (this.#sum(held.account) > this.#sum(found.account) ? held : found));
	}
}

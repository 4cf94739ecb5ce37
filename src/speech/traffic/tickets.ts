/** A place in an order. */
export interface Ticket {
	/** Resolves when all earlier tickets have ended. */
	readonly before: Promise<void>;
	/** Lets the next ticket through; calling it again does nothing. */
	readonly end: () => void;
}

/** Keeps an order for each key: work is done in the order in which tickets were taken. */
export class Tickets {
	/** By key: resolves when the key's last ticket and all tickets before it have ended. */
	readonly #last = new Map<string, Promise<void>>();

	take(key: string): Ticket {
		const before = this.#last.get(key) ?? Promise.resolve();
		const { promise, resolve } = Promise.withResolvers<void>();
		const through = Promise.all([before, promise]).then(() => {
			if (this.#last.get(key) === through) this.#last.delete(key);
		});
		this.#last.set(key, through);
		return { before, end: resolve };
	}
}

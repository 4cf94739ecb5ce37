/** A place in an order. */
export interface Ticket {
	/** Resolves when everything before it is done. */
	readonly before: Promise<void>;
	/** Lets the next one through; calling it again does nothing. */
	readonly end: () => void;
}

/** Keeps an order for each key: work is done in the order in which tickets were taken. */
export class Tickets {
	/** By key, when the last ticket is through. */
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

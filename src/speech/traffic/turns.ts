/** A place in a row. */
export interface Turn {
	/** Resolves when whoever came before is through. */
	readonly before: Promise<void>;
	/** Lets the next one through; calling it again does nothing. */
	readonly end: () => void;
}

/** Rows in which things happen in the order in which they were begun, one row a name. */
export class Turns {
	/** The last turn of each row. */
	readonly #last = new Map<string, Promise<void>>();

	take(row: string): Turn {
		const before = this.#last.get(row) ?? Promise.resolve();
		const { promise, resolve } = Promise.withResolvers<void>();
		const through = Promise.all([before, promise]).then(() => {
			if (this.#last.get(row) === through) this.#last.delete(row);
		});
		this.#last.set(row, through);
		return { before, end: resolve };
	}
}

/** A place in a line. */
export interface Turn {
	/** Resolves when everything before it is done. */
	readonly before: Promise<void>;
	/** Lets the next one through; calling it again does nothing. */
	readonly end: () => void;
}

/** Named lines, in each of which things happen in the order they were started. */
export class Turns {
	/** The last turn of each line. */
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

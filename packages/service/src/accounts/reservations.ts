interface Open {
	units: number;
	changed: PromiseWithResolvers<void>;
}

/**
 * What the speech that is being made may cost each account, so that texts at the same time don't spend the same balance. It
 * is in memory alone: speech that a crash ends isn't charged.
 */
export class Reservations {
	/** Holds no zero. */
	readonly #open = new Map<number, Open>();

	/** @returns what is reserved for an account, in quota units */
	unitsOf(accountId: number): number {
		return this.#open.get(accountId)?.units ?? 0;
	}

	/** Resolves when less is reserved for an account than now; at once where nothing is. */
	async lowered(accountId: number): Promise<void> {
		await this.#open.get(accountId)?.changed.promise;
	}

	/** @returns what releases the units; called once */
	reserve(accountId: number, units: number): () => void {
		const open = this.#open.get(accountId) ?? { units: 0, changed: Promise.withResolvers() };
		open.units += units;
		this.#open.set(accountId, open);
		return () => {
			open.units -= units;
			if (open.units === 0) this.#open.delete(accountId);
			const { changed } = open;
			open.changed = Promise.withResolvers();
			changed.resolve();
		};
	}
}

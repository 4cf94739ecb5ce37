interface MemoryHold {
	readonly bytes: number;
	readonly drop: () => void;
}

/**
 * Limits memory held by slow clients: answers being read and requests being received. Beyond the limit, the account that
 * holds the most loses its oldest connection, so that slow clients don't affect others.
 */
export class HeldMemory {
	readonly #maxBytes: number;
	#bytes = 0;
	/** The connections of each account, oldest first. Holds no empty set. */
	readonly #held = new Map<number, Set<MemoryHold>>();
	readonly #sums = new Map<number, number>();

	constructor(maxBytes: number) {
		this.#maxBytes = maxBytes;
	}

	/** @param drop - ends the connection. @returns a function that releases the memory; further calls do nothing */
	hold(account: number, bytes: number, drop: () => void): () => void {
		const held = { bytes, drop };
		this.#held.set(account, (this.#held.get(account) ?? new Set()).add(held));
		this.#add(account, bytes);
		while (this.#bytes > this.#maxBytes) this.#dropOne();
		return () => this.#release(account, held);
	}

	#dropOne(): void {
		const [[greatest] = [0]] = [...this.#sums].sort(([, one], [, other]) => other - one);
		const [oldest] = this.#held.get(greatest) ?? [];
		if (!oldest) return;
		this.#release(greatest, oldest);
		oldest.drop();
	}

	#release(account: number, held: MemoryHold): void {
		const all = this.#held.get(account);
		if (!all?.delete(held)) return;
		this.#add(account, -held.bytes);
		if (all.size > 0) return;
		this.#held.delete(account);
		this.#sums.delete(account);
	}

	#add(account: number, bytes: number): void {
		this.#bytes += bytes;
		this.#sums.set(account, (this.#sums.get(account) ?? 0) + bytes);
	}
}

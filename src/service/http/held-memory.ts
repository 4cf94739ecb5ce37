interface Held {
	readonly bytes: number;
	readonly drop: () => void;
}

/**
 * Memory that accounts hold for as long as their clients like: for answers that wait to be read, for requests that
 * arrive. Beyond so much in all, the account that holds the most loses its oldest: who is slow takes nothing from others.
 */
export class HeldMemory {
	readonly #maxBytes: number;
	#bytes = 0;
	/** What each account holds, oldest first. Holds no empty set. */
	readonly #held = new Map<number, Set<Held>>();
	readonly #sums = new Map<number, number>();

	constructor(maxBytes: number) {
		this.#maxBytes = maxBytes;
	}

	/** @param drop - ends the connection that it is for. @returns how to give it back; more than once does nothing */
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

	#release(account: number, held: Held): void {
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

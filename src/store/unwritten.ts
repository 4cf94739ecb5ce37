import { FairQueue } from "@herald/common/fair-queue.ts";

export interface UnwrittenOptions<T> {
	/** Changes of the same key are merged and written once. */
	readonly keyOf: (part: T) => string;
	/** @returns both as one; @param before - undefined where there is none yet */
	readonly sum: (part: T, before: T | undefined) => T;
	readonly write: (parts: readonly T[]) => Promise<void>;
	/** Called when there is something to write. */
	readonly onAdded: () => void;
}

/** Counts in memory that are still to be written. */
export class Unwritten<T> {
	readonly #options: UnwrittenOptions<T>;
	readonly #queue = new FairQueue<string>({ mayBegin: () => true, perOwner: 1 });
	#parts = new Map<string, T>();

	constructor(options: UnwrittenOptions<T>) {
		this.#options = options;
	}

	/** The parts that aren't being written yet. */
	get parts(): readonly T[] {
		return [...this.#parts.values()];
	}

	add(part: T): void {
		const { keyOf, sum, onAdded } = this.#options;
		const key = keyOf(part);
		this.#parts.set(key, sum(part, this.#parts.get(key)));
		onAdded();
	}

	/** Writes all of it, once what is being written has been. @throws what the write threw: it is still to be written then */
	write(): Promise<void> {
		return this.#queue.run("", async () => {
			const { parts } = this;
			this.#parts = new Map();
			if (parts.length === 0) return;
			try {
				await this.#options.write(parts);
			} catch (error) {
				for (const part of parts) this.add(part);
				throw error;
			}
		});
	}
}

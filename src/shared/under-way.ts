/** Work that was begun and hasn't ended. */
export class UnderWay {
	readonly #work = new Set<Promise<unknown>>();

	/** @returns the same work, followed until it ends */
	follow<T>(work: Promise<T>): Promise<T> {
		this.#work.add(work);
		const end = () => this.#work.delete(work);
		work.then(end, end);
		return work;
	}

	/** Waits until nothing is under way. */
	async settle(): Promise<void> {
		while (this.#work.size > 0) await Promise.allSettled(this.#work);
	}
}

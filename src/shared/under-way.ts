/** Tracks work in the background, so that Herald's stop can wait until it ends. */
export class UnderWay {
	readonly #work = new Set<Promise<unknown>>();

	/** Tracks work until it ends. @returns the given promise */
	follow<T>(work: Promise<T>): Promise<T> {
		this.#work.add(work);
		const end = () => this.#work.delete(work);
		work.then(end, end);
		return work;
	}

	async settle(): Promise<void> {
		while (this.#work.size > 0) await Promise.allSettled(this.#work);
	}
}

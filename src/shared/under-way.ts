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

	/** Resolves once the work that is tracked now has ended. */
	async settleCurrent(): Promise<void> {
		await Promise.allSettled(this.#work);
	}

	/** Resolves once no work is left, including work that is tracked meanwhile. */
	async settle(): Promise<void> {
		while (this.#work.size > 0) await this.settleCurrent();
	}
}

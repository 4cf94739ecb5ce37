/** Runs tasks of the same name one after the other, in the order of the calls. */
export class Turns {
	readonly #last = new Map<string, Promise<unknown>>();

	/** @returns what the task returns */
	async take<T>(name: string, work: () => Promise<T>): Promise<T> {
		const before = this.#last.get(name);
		const mine = before ? before.then(work, work) : work();
		this.#last.set(name, mine);
		try {
			return await mine;
		} finally {
			if (this.#last.get(name) === mine) this.#last.delete(name);
		}
	}
}

/** Work of one name is done one after the other, in the order of its coming. */
export class Turns {
	readonly #last = new Map<string, Promise<unknown>>();

	/** @returns what the work returns, once it has had its turn */
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

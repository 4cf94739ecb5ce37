/** A value for each key, made when it is first used; of more than `max`, the least recently used is forgotten. */
export class Recent<V> {
	readonly #max: number;
	/** The least recently used first. */
	readonly #values = new Map<string, V>();

	constructor(max: number) {
		this.#max = max;
	}

	get(key: string, make: () => V): V {
		const value = this.#values.get(key) ?? make();
		this.#values.delete(key);
		this.#values.set(key, value);
		const [oldest] = this.#values.keys();
		if (this.#values.size > this.#max && oldest !== undefined) this.#values.delete(oldest);
		return value;
	}

	find(key: string): V | undefined {
		return this.#values.get(key);
	}

	delete(key: string): void {
		this.#values.delete(key);
	}
}

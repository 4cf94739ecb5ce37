/** A cache of values by key. Beyond a total weight of `max`, the least recently used are forgotten. */
export class Recent<V> {
	readonly #max: number;
	readonly #weigh: (value: V) => number;
	/** The least recently used first. */
	readonly #values = new Map<string, V>();
	#weight = 0;

	/** @param weigh - a value's weight; by default 1 */
	constructor(max: number, weigh: (value: V) => number = () => 1) {
		this.#max = max;
		this.#weigh = weigh;
	}

	/** @returns the value of a key, made if it is missing */
	get(key: string, make: () => V): V {
		const value = this.#values.get(key) ?? make();
		this.set(key, value);
		return value;
	}

	/** @returns the value of a key, which then counts as used; undefined if it is missing */
	find(key: string): V | undefined {
		const value = this.#values.get(key);
		if (value !== undefined) this.set(key, value);
		return value;
	}

	/** Keeps a value, unless it alone weighs more than `max`. */
	set(key: string, value: V): void {
		this.delete(key);
		if (this.#weigh(value) > this.#max) return;
		this.#values.set(key, value);
		this.#weight += this.#weigh(value);
		for (const oldest of this.#values.keys()) {
			if (this.#weight <= this.#max) return;
			this.delete(oldest);
		}
	}

	delete(key: string): void {
		const value = this.#values.get(key);
		if (value === undefined) return;
		this.#values.delete(key);
		this.#weight -= this.#weigh(value);
	}
}

/** Odd factors of the hash. They are random, so that nobody can choose words with the same hash. */
const [stateFactor = 1, symbolFactor = 1] = crypto.getRandomValues(new Int32Array(2)).map((bits) => bits | 1);

const root = 0;
const none = -1;

/**
 * Finds many phrases, which are sequences of numbers, in a text of numbers. Takes time linear in the text's length
 * (Aho–Corasick).
 */
export class PhraseSearch {
	/**
	 * For each state: the symbol that leads to it, the state it comes from, and the state to go on from if no phrase
	 * continues with the next symbol.
	 */
	readonly #symbol: Int32Array;
	readonly #parent: Int32Array;
	readonly #fallback: Int32Array;
	/** The number of the longest phrase that ends in a state; `none` if no phrase does. */
	readonly #phrase: Int32Array;
	/** The states by parent and symbol: a hash table with open addressing. */
	readonly #table: Int32Array;
	readonly #mask: number;
	#states = 1;

	constructor(phrases: readonly Int32Array[]) {
		const most = phrases.reduce((sum, { length }) => sum + length, 1);
		this.#symbol = new Int32Array(most);
		this.#parent = new Int32Array(most);
		this.#fallback = new Int32Array(most);
		this.#phrase = new Int32Array(most).fill(none);
		const size = 2 ** Math.ceil(Math.log2(most * 2 + 1));
		this.#table = new Int32Array(size).fill(none);
		this.#mask = size - 1;
		for (const [number, phrase] of phrases.entries()) this.#add(phrase, number);
		this.#linkFallbacks();
	}

	isIn(text: Int32Array): boolean {
		let state = root;
		for (const symbol of text) {
			state = this.#next(state, symbol);
			if (this.#phrase[state] !== none) return true;
		}
		return false;
	}

	/** @returns for each place of the text the number of the longest phrase that ends there; -1 for none */
	findLongest(text: Int32Array): Int32Array {
		let state = root;
		return text.map((symbol) => {
			state = this.#next(state, symbol);
			return this.#phrase[state] as number;
		});
	}

	#add(phrase: Int32Array, number: number): void {
		let state = root;
		for (const symbol of phrase) {
			const slot = this.#slotOf(state, symbol);
			let child = this.#table[slot] as number;
			if (child === none) {
				child = this.#states;
				this.#states += 1;
				this.#table[slot] = child;
				this.#symbol[child] = symbol;
				this.#parent[child] = state;
			}
			state = child;
		}
		if (state !== root) this.#phrase[state] = number;
	}

	/** Links the states in order of depth, since a state's fallback is less deep than the state. */
	#linkFallbacks(): void {
		const depth = new Int32Array(this.#states);
		// A state's parent always has the lower number.
		for (let state = 1; state < this.#states; state += 1)
			depth[state] = (depth[this.#parent[state] as number] as number) + 1;
		for (const state of sortByDepth(depth)) {
			const parent = this.#parent[state] as number;
			if (parent === root) continue;
			const fallback = this.#next(this.#fallback[parent] as number, this.#symbol[state] as number);
			this.#fallback[state] = fallback;
			// A phrase that ends in the fallback is shorter than one that ends here.
			if (this.#phrase[state] === none) this.#phrase[state] = this.#phrase[fallback] as number;
		}
	}

	#next(from: number, symbol: number): number {
		let state = from;
		for (;;) {
			const child = this.#table[this.#slotOf(state, symbol)] as number;
			if (child !== none) return child;
			if (state === root) return root;
			state = this.#fallback[state] as number;
		}
	}

	/** @returns the slot of the state that `symbol` leads to from `state`, or the free slot for it */
	#slotOf(state: number, symbol: number): number {
		let slot = (Math.imul(state, stateFactor) ^ Math.imul(symbol, symbolFactor)) >>> 7;
		for (;;) {
			slot &= this.#mask;
			const child = this.#table[slot] as number;
			if (child === none || (this.#parent[child] === state && this.#symbol[child] === symbol)) return slot;
			slot += 1;
		}
	}
}

/** @returns all states but the root, in order of depth, in time linear in their number */
const sortByDepth = (depth: Int32Array): Int32Array => {
	const starts = new Int32Array(depth.length + 1);
	for (const each of depth) starts[each + 1] = (starts[each + 1] as number) + 1;
	for (let i = 1; i < starts.length; i += 1) starts[i] = (starts[i] as number) + (starts[i - 1] as number);
	const sorted = new Int32Array(depth.length);
	for (let state = 0; state < depth.length; state += 1) {
		const each = depth[state] as number;
		sorted[starts[each] as number] = state;
		starts[each] = (starts[each] as number) + 1;
	}
	return sorted.subarray(1);
};

/** Odd factors of the hash. They are random, so that nobody can choose words with the same hash. */
const [stateFactor = 1, symbolFactor = 1] = crypto.getRandomValues(new Int32Array(2)).map((bits) => bits | 1);

const root = 0;
const none = -1;

export type PhraseSearch = ReturnType<typeof searchFor>;

/**
 * Finds many phrases, which are sequences of numbers, in a text of numbers. Takes time linear in the text's length
 * (Aho–Corasick).
 */
export const searchFor = (phrases: readonly Int32Array[]) => {
	const most = phrases.reduce((sum, { length }) => sum + length, 1);
	/**
	 * For each state: the symbol that leads to it, the state it comes from, and the state to go on from if no phrase
	 * continues with the next symbol.
	 */
	const symbols = new Int32Array(most);
	const parents = new Int32Array(most);
	const fallbacks = new Int32Array(most);
	/** The number of the longest phrase that ends in a state; `none` if no phrase does. */
	const ends = new Int32Array(most).fill(none);
	/** The states by parent and symbol: a hash table with open addressing. */
	const table = new Int32Array(2 ** Math.ceil(Math.log2(most * 2 + 1))).fill(none);
	const mask = table.length - 1;
	let states = 1;

	/** @returns the slot of the state that `symbol` leads to from `state`, or the free slot for it */
	const slotOf = (state: number, symbol: number): number => {
		let slot = (Math.imul(state, stateFactor) ^ Math.imul(symbol, symbolFactor)) >>> 7;
		for (;;) {
			slot &= mask;
			const child = table[slot] as number;
			if (child === none || (parents[child] === state && symbols[child] === symbol)) return slot;
			slot += 1;
		}
	};

	const follow = (from: number, symbol: number): number => {
		let state = from;
		for (;;) {
			const child = table[slotOf(state, symbol)] as number;
			if (child !== none) return child;
			if (state === root) return root;
			state = fallbacks[state] as number;
		}
	};

	for (const [number, phrase] of phrases.entries()) {
		let state = root;
		for (const symbol of phrase) {
			const slot = slotOf(state, symbol);
			let child = table[slot] as number;
			if (child === none) {
				child = states;
				states += 1;
				table[slot] = child;
				symbols[child] = symbol;
				parents[child] = state;
			}
			state = child;
		}
		if (state !== root) ends[state] = number;
	}

	const depth = new Int32Array(states);
	// A state's parent always has the lower number.
	for (let state = 1; state < states; state += 1)
		depth[state] = (depth[parents[state] as number] as number) + 1;
	// The states are linked in order of depth, since a state's fallback is less deep than the state.
	for (const state of sortByDepth(depth)) {
		const parent = parents[state] as number;
		if (parent === root) continue;
		const fallback = follow(fallbacks[parent] as number, symbols[state] as number);
		fallbacks[state] = fallback;
		// A phrase that ends in the fallback is shorter than one that ends here.
		if (ends[state] === none) ends[state] = ends[fallback] as number;
	}

	return {
		isIn: (text: Int32Array): boolean => {
			let state = root;
			for (const symbol of text) {
				state = follow(state, symbol);
				if (ends[state] !== none) return true;
			}
			return false;
		},

		/** @returns for each place of the text the number of the longest phrase that ends there; -1 for none */
		findLongest: (text: Int32Array): Int32Array => {
			let state = root;
			return text.map((symbol) => {
				state = follow(state, symbol);
				return ends[state] as number;
			});
		},
	};
};

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

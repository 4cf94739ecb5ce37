/** Time as sessions see it, in ms; tests put one in place that moves at their word. */
export interface Clock {
	now(): number;
	/** Acts once after a while, unless cancelled. @returns how to cancel */
	after(ms: number, act: () => void): () => void;
}

export const systemClock: Clock = {
	now: Date.now,
	after: (ms, act) => {
		const timer = setTimeout(act, ms).unref();
		return () => clearTimeout(timer);
	},
};

/** Time as sessions see it, in ms; tests replace it with one they control. */
export interface Clock {
	now(): number;
	/** Calls back once after a delay. @returns a function that cancels it */
	after(ms: number, act: () => void): () => void;
}

export const systemClock: Clock = {
	now: Date.now,
	after: (ms, act) => {
		const timer = setTimeout(act, ms).unref();
		return () => clearTimeout(timer);
	},
};

import { orAborted } from "@herald/common/race.ts";

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

/** Resolves after a delay in ms. @throws the signal's reason when it aborts before */
export const pause = (clock: Clock, ms: number, signal: AbortSignal): Promise<void> =>
	orAborted(new Promise((resolve) => clock.after(ms, resolve)), signal);

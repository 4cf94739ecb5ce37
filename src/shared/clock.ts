import { orAborted } from "@herald/common/retry.ts";

/** A clock in ms since the epoch, with timers. Tests replace it. */
export interface Clock {
	now(): number;
	/** Calls back once after a delay. @returns a function that cancels the timer */
	after(ms: number, act: () => void): () => void;
}

export const systemClock: Clock = {
	now: Date.now,
	after: (ms, act) => {
		const timer = setTimeout(act, ms).unref();
		return () => clearTimeout(timer);
	},
};

/** Resolves after a delay in ms. @throws the signal's reason if it aborts first */
export const pause = async (clock: Clock, ms: number, signal: AbortSignal): Promise<void> => {
	const over = Promise.withResolvers<void>();
	const cancel = clock.after(ms, over.resolve);
	await orAborted(over.promise, signal).finally(cancel);
};

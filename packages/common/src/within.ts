import { setTimeout as wait } from "node:timers/promises";

/**
 * Waits for work, but only for so long.
 *
 * @param ms - after which it goes on without a word, while the work does too
 * @throws what the work throws in time
 */
export const within = async (ms: number, work: Promise<unknown>): Promise<void> => {
	const over = new AbortController();
	try {
		await Promise.race([work, wait(ms, undefined, { signal: over.signal })]);
	} finally {
		over.abort();
	}
};

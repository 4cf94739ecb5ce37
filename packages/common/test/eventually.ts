import { setTimeout } from "node:timers/promises";

/** Far longer than anything takes: even on a busy machine, only what never happens times out. */
const patienceMs = 60_000;
const firstWaitMs = 5;

/**
 * Waits until a check passes, looking less and less often: a check that fails costs more than one that passes.
 *
 * @param longestWaitMs - between two looks
 * @returns what the check then returned
 */
export const eventually = async <T>(check: () => T | Promise<T>, longestWaitMs = 50): Promise<T> => {
	const until = performance.now() + patienceMs;
	for (let waitMs = firstWaitMs; ; waitMs *= 1.3)
		try {
			return await check();
		} catch (error) {
			if (performance.now() > until) throw error;
			await setTimeout(Math.min(waitMs, longestWaitMs));
		}
};

import { setTimeout } from "node:timers/promises";

/** How long to wait, in ms: even on a busy machine, only what never happens takes so long. */
const patienceMs = 60_000;
const firstWaitMs = 5;

/**
 * Waits until a check passes, looking less and less often: a check that fails costs more than one that passes.
 *
 * @param longestWaitMs - between two looks
 * @returns what the check then returned
 */
export const eventually = async <T>(check: () => T | Promise<T>, longestWaitMs = 50): Promise<T> => {
	// The waits are counted, not measured: some tests stop the clock.
	let waitedMs = 0;
	for (let waitMs = Math.min(firstWaitMs, longestWaitMs); ; waitMs = Math.min(waitMs * 1.3, longestWaitMs))
		try {
			return await check();
		} catch (error) {
			if (waitedMs > patienceMs) throw error;
			await setTimeout(waitMs);
			waitedMs += waitMs;
		}
};

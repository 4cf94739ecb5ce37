import { FairQueue } from "@herald/common/fair-queue.ts";
import type { Party } from "./party.ts";
import { Problem } from "./problem.ts";

/** The most waiting texts. They are bounded, since each may hold a file in memory. */
const waitingMax = 20;
/** When to try again if the queue is full, in ms. */
const retryMs = 60_000;

/**
 * @returns a queue for work on long texts. It runs one work at a time, since each can take seconds, and the parties
 * take turns
 */
export const queueLongTexts = (): FairQueue<Party> =>
	new FairQueue({
		mayBegin: (running) => running === 0,
		perOwner: 1,
		bound: { waitingMax, full: () => new Problem({ kind: "too_fast", retryAt: Date.now() + retryMs }) },
	});

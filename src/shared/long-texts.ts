import { FairQueue } from "@herald/common/fair-queue.ts";
import type { Party } from "./party.ts";
import { Problem } from "./problem.ts";

/** The most texts that may wait. Each may hold a file in memory. */
const waitingMax = 20;
/** After how long to try again if the queue is full, in ms. */
const retryMs = 60_000;

/**
 * @returns a queue for work on long texts. Only one text is worked on at a time, because each can take seconds; the
 * parties take turns
 */
export const queueLongTexts = (): FairQueue<Party> =>
	new FairQueue({
		mayBegin: (running) => running === 0,
		perOwner: 1,
		bound: { waitingMax, full: () => new Problem({ kind: "too_fast", retryAt: Date.now() + retryMs }) },
	});

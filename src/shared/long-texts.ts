import { FairQueue } from "@herald/common/fair-queue.ts";
import type { Party } from "./party.ts";
import { Problem } from "./problem.ts";

/** The most that wait: each may hold a file in memory. */
const waitingMax = 20;
/** When a member whose text found no room may try again, in ms. */
const retryMs = 60_000;

/** @returns a queue for work on long texts, one party after the other in turn: one of them can take seconds */
export const queueLongTexts = (): FairQueue<Party> =>
	new FairQueue({
		mayBegin: (running) => running === 0,
		perOwner: 1,
		bound: { waitingMax, full: () => new Problem({ kind: "too_fast", retryAt: Date.now() + retryMs }) },
	});

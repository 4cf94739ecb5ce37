import { setImmediate as breathe } from "node:timers/promises";

/** The longest that a stretch of work blocks the event loop, in ms. */
const stretchMs = 4;

/** Resolves when the newest stretch may begin: one per turn of the event loop. */
let last = Promise.resolve();

/** @returns what to await between the steps of long work, so that it doesn't block the event loop */
export const inStretches = (): (() => Promise<void>) => {
	let since = Number.NEGATIVE_INFINITY;
	return async () => {
		if (performance.now() - since < stretchMs) return;
		last = last.then(() => breathe());
		await last;
		since = performance.now();
	};
};

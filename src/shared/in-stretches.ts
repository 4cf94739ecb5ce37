import { setImmediate as breathe } from "node:timers/promises";

/** The longest that a stretch of work blocks the event loop, in ms. */
const stretchMs = 4;

/** @returns what to await between the steps of long work, so that it doesn't block the event loop */
export const inStretches = (): (() => Promise<void>) => {
	let since = performance.now();
	return async () => {
		if (performance.now() - since < stretchMs) return;
		await breathe();
		since = performance.now();
	};
};

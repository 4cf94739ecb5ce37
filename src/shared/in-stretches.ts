import { setImmediate as breathe } from "node:timers/promises";

/** How long one stretch may block the event loop, in ms. */
const stretchMs = 4;

/** Resolves when the latest stretch may begin. Each turn of the event loop has one stretch. */
let last = Promise.resolve();

/** @returns a function to await between the steps of long work, so that the work doesn't block the event loop */
export const inStretches = (): (() => Promise<void>) => {
	let since = Number.NEGATIVE_INFINITY;
	return async () => {
		if (performance.now() - since < stretchMs) return;
		last = last.then(() => breathe());
		await last;
		since = performance.now();
	};
};

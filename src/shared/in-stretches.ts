import { setImmediate as breathe } from "node:timers/promises";

/** How long one stretch may block the event loop, in ms. */
const stretchMs = 4;

/** Resolves when the latest stretch may begin. Each turn of the event loop has one stretch. */
let last = Promise.resolve();

/** Yields the items of long work one after the other, at such times that the work doesn't block the event loop. */
export async function* inStretches<T>(items: Iterable<T>): AsyncGenerator<T, void> {
	let since = Number.NEGATIVE_INFINITY;
	for (const item of items) {
		if (performance.now() - since >= stretchMs) {
			last = last.then(() => breathe());
			await last;
			since = performance.now();
		}
		yield item;
	}
}

import type { Feed, FeedEvents } from "../world/feed.ts";

/** How long programs wait for the application, in real milliseconds. */
export const patience = 100_000;

/**
 * Waits until something can be seen, looking now and after each event of these kinds.
 *
 * @param missing - says what is waited for, when it never comes
 */
export const next = <T>(
	feed: Feed,
	events: readonly (keyof FeedEvents)[],
	look: () => T | undefined,
	missing: () => string,
): Promise<T> => {
	const { promise, resolve, reject } = Promise.withResolvers<T>();
	const check = () => {
		const found = look();
		if (found !== undefined) resolve(found);
	};
	const timer = setTimeout(() => reject(new Error(`${missing()} within ${patience / 1_000} s.`)), patience);
	for (const event of events) feed.on(event, check);
	check();
	return promise.finally(() => {
		clearTimeout(timer);
		for (const event of events) feed.off(event, check);
	});
};

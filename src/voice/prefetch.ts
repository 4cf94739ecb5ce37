import { type ItemSource, type QueueLoad, sumMs } from "./queue-item.ts";

/** Items of one source that wait in a queue: enough that nothing is waited for between two. Pages are long. */
const waitingMax = { read: 3, page: 1 } as const satisfies Record<ItemSource["priority"], number>;
/** The same by estimate, in ms: what isn't in the queue yet can still be merged, changed and left out. */
const waitingMaxMs = 6_000;

/** @returns whether another item of a source is nearly needed. @param waiting - its items that aren't playing */
export const isNearlyNeeded = (priority: ItemSource["priority"], waiting: readonly QueueLoad[]): boolean =>
	waiting.length === 0 || (waiting.length < waitingMax[priority] && sumMs(waiting) < waitingMaxMs);

/**
 * @returns a function that asks a source for items ahead of need, one at a time; to be called when the source may have an
 *   item, or there may be room for one
 */
export const prefetch = (
	isNeeded: () => boolean,
	next: () => boolean | Promise<boolean>,
): (() => Promise<void>) => {
	let asking = false;
	let again = false;
	return async () => {
		again = true;
		if (asking) return;
		asking = true;
		try {
			while (again && isNeeded()) {
				again = false;
				if (await next()) again = true;
			}
		} finally {
			asking = false;
		}
	};
};

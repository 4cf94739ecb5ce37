/**
 * @returns the times less than `windowMs` away from `now`, in their order. Times that are `windowMs` or more in the
 * future came from a wrong clock, and would count for years
 */
export const listRecent = (times: readonly number[], windowMs: number, now: number): number[] =>
	times.filter((time) => Math.abs(now - time) < windowMs);

/**
 * Finds when another event fits, if at most `limit` may happen in any `windowMs`.
 *
 * @param times - oldest first
 * @returns undefined if it fits now, else the time at which it does
 */
export const findRoom = (
	times: readonly number[],
	limit: number,
	windowMs: number,
	now: number,
): number | undefined => {
	const oldest = listRecent(times, windowMs, now).at(-limit);
	return oldest === undefined ? undefined : oldest + windowMs;
};

/** Admits a limited number of events per name in any window of time. Times are in ms, from any epoch. */
export class SlidingWindow {
	readonly #limit: number;
	readonly #windowMs: number;
	/** Each name's times, oldest first. The name that was admitted longest ago comes first. */
	readonly #times = new Map<string, readonly number[]>();

	constructor(limit: number, windowMs: number) {
		this.#limit = limit;
		this.#windowMs = windowMs;
	}

	/**
	 * Counts an event for all names, or for none if one of them is at its limit.
	 *
	 * @returns undefined when it was counted; else the time at which all names have room again
	 */
	admit(names: readonly string[], now: number): number | undefined {
		// Forgets names without recent events. Stops at the first name to keep, because there may be very many names.
		for (const [name, times] of this.#times) {
			if (listRecent(times.slice(-1), this.#windowMs, now).length > 0) break;
			this.#times.delete(name);
		}
		const waits = names.flatMap(
			(name) => findRoom(this.#times.get(name) ?? [], this.#limit, this.#windowMs, now) ?? [],
		);
		if (waits.length > 0) return Math.max(...waits);
		for (const name of names) {
			const recent = listRecent(this.#times.get(name) ?? [], this.#windowMs, now);
			this.#times.delete(name);
			this.#times.set(name, [...recent, now]);
		}
		return undefined;
	}
}

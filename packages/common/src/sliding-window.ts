/**
 * Times further ahead than the window were taken by a clock that was wrong: they would count for years.
 *
 * @returns those times that are less than `windowMs` away from `now`, in their order
 */
export const listRecent = (times: readonly number[], windowMs: number, now: number): number[] =>
	times.filter((time) => Math.abs(now - time) < windowMs);

/**
 * Says when one more fits among so many in any stretch of `windowMs`.
 *
 * @param times - oldest first
 * @returns undefined when it fits now; else the time at which it does
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

/** Admits so many in any stretch of time, counted for each name. Times are in ms, from any beginning. */
export class SlidingWindow {
	readonly #limit: number;
	readonly #windowMs: number;
	/** Oldest first; the name that was admitted longest ago comes first. */
	readonly #times = new Map<string, readonly number[]>();

	constructor(limit: number, windowMs: number) {
		this.#limit = limit;
		this.#windowMs = windowMs;
	}

	/**
	 * Counts one more for all names, or for none where one has had its share.
	 *
	 * @returns undefined when it was counted; else the time at which all names have room again
	 */
	admit(names: readonly string[], now: number): number | undefined {
		this.#forget(now);
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

	/** Only names that go are looked at: there may be very many. */
	#forget(now: number): void {
		for (const [name, times] of this.#times) {
			if (listRecent(times.slice(-1), this.#windowMs, now).length > 0) break;
			this.#times.delete(name);
		}
	}
}

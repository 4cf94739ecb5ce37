/** Admits so many attempts in a window of time, counted for each of several names at once. */
export class AttemptLimit {
	readonly #attempts: number;
	readonly #windowMs: number;
	/** When each attempt inside the window was, oldest first. */
	readonly #times = new Map<string, number[]>();

	constructor(attempts: number, windowMs: number) {
		this.#attempts = attempts;
		this.#windowMs = windowMs;
	}

	/**
	 * Counts an attempt for all names, or for none where one has had its share.
	 *
	 * @param now - in ms
	 * @returns undefined when it may be made; else how long to wait, in ms
	 */
	admit(names: readonly string[], now: number): number | undefined {
		this.#forget(now);
		const waits = names.map((name) => {
			const times = this.#times.get(name) ?? [];
			return times.length < this.#attempts ? 0 : (times[0] ?? now) + this.#windowMs - now;
		});
		const wait = Math.max(0, ...waits);
		if (wait > 0) return wait;
		for (const name of names) this.#times.set(name, [...(this.#times.get(name) ?? []), now]);
		return undefined;
	}

	#forget(now: number): void {
		for (const [name, times] of this.#times) {
			const recent = times.filter((time) => time > now - this.#windowMs);
			if (recent.length === 0) this.#times.delete(name);
			else this.#times.set(name, recent);
		}
	}
}

/** Lets a few in at a time; a bounded number may wait, first come, first served. */
export class Turnstile {
	readonly #places: number;
	readonly #maxWaiting: number;
	readonly #waiting: (() => void)[] = [];
	#inside = 0;

	constructor(places: number, maxWaiting: number) {
		this.#places = places;
		this.#maxWaiting = maxWaiting;
	}

	/** Whether the next to come would be turned away. */
	get isFull(): boolean {
		return this.#inside >= this.#places && this.#waiting.length >= this.#maxWaiting;
	}

	/**
	 * Runs a task once there is a place.
	 *
	 * @throws the signal's reason when it is aborted while waiting; what the task throws
	 */
	async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
		await this.#enter(signal);
		try {
			return await task();
		} finally {
			this.#leave();
		}
	}

	async #enter(signal: AbortSignal): Promise<void> {
		signal.throwIfAborted();
		if (this.#inside < this.#places) {
			this.#inside++;
			return;
		}
		const { promise, resolve, reject } = Promise.withResolvers<void>();
		const give = () => {
			signal.removeEventListener("abort", giveUp);
			resolve();
		};
		const giveUp = () => {
			this.#waiting.splice(this.#waiting.indexOf(give), 1);
			reject(signal.reason);
		};
		signal.addEventListener("abort", giveUp, { once: true });
		this.#waiting.push(give);
		await promise;
	}

	/** The place goes straight to who waited longest, so nobody can slip in between. */
	#leave(): void {
		const next = this.#waiting.shift();
		if (next) next();
		else this.#inside--;
	}
}

interface Waiting {
	readonly start: () => void;
}

/**
 * Lets at most `total` tasks run at once and at most `perGuild` of one guild, and starts waiting guilds in turn, so
 * that one guild's long text doesn't hold up another's short one.
 */
export class FairLimiter {
	readonly #total: number;
	readonly #perGuild: number;
	/** In the order of the guilds' next turns. Never holds an empty queue. */
	readonly #waiting = new Map<string, Waiting[]>();
	readonly #running = new Map<string, number>();
	#runningInAll = 0;

	constructor(total: number, perGuild: number) {
		this.#total = total;
		this.#perGuild = perGuild;
	}

	/**
	 * Waits for a turn of `guild`.
	 *
	 * @returns a function that gives the turn back; calling it again does nothing
	 * @throws the signal's reason when it aborts while waiting
	 */
	async acquire(guild: string, signal: AbortSignal): Promise<() => void> {
		signal.throwIfAborted();
		await new Promise<void>((resolve, reject) => {
			const giveUp = () => {
				this.#forget(guild, waiting);
				reject(signal.reason);
			};
			const waiting: Waiting = {
				start: () => {
					signal.removeEventListener("abort", giveUp);
					resolve();
				},
			};
			signal.addEventListener("abort", giveUp, { once: true });
			const queue = this.#waiting.get(guild);
			if (queue) queue.push(waiting);
			else this.#waiting.set(guild, [waiting]);
			this.#startNext();
		});
		let held = true;
		return () => {
			if (!held) return;
			held = false;
			this.#release(guild);
		};
	}

	#forget(guild: string, waiting: Waiting): void {
		const rest = this.#waiting.get(guild)?.filter((other) => other !== waiting) ?? [];
		if (rest.length > 0) this.#waiting.set(guild, rest);
		else this.#waiting.delete(guild);
	}

	#release(guild: string): void {
		this.#runningInAll -= 1;
		const left = (this.#running.get(guild) ?? 1) - 1;
		if (left > 0) this.#running.set(guild, left);
		else this.#running.delete(guild);
		this.#startNext();
	}

	#startNext(): void {
		while (this.#runningInAll < this.#total) {
			const next = this.#waiting.keys().find((guild) => (this.#running.get(guild) ?? 0) < this.#perGuild);
			if (next === undefined) return;
			const [first, ...rest] = this.#waiting.get(next) ?? [];
			// Reinserted, the guild moves to the end of the round.
			this.#waiting.delete(next);
			if (rest.length > 0) this.#waiting.set(next, rest);
			this.#runningInAll += 1;
			this.#running.set(next, (this.#running.get(next) ?? 0) + 1);
			first?.start();
		}
	}
}

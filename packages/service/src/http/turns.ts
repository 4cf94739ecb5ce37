interface Waiting {
	readonly begin: () => void;
	readonly refuse: (error: unknown) => void;
}

export interface TurnsOptions {
	/** The most tasks running at once. */
	readonly atOnce: number;
	/** The most tasks waiting, of all accounts. */
	readonly waitingMax: number;
	/** Makes the error for tasks that are turned away. */
	readonly full: () => Error;
}

/**
 * A fair queue: accounts are served round-robin, and each account's tasks in order. One account alone never takes the
 * last running place; when the queue is full, the account with the most tasks waiting loses one.
 */
export class Turns {
	readonly #options: TurnsOptions;
	/** Running tasks by account. Holds no zero. */
	readonly #running = new Map<number, number>();
	/** Waiting tasks by account, oldest first; the account served next comes first. Holds no empty list. */
	readonly #waiting = new Map<number, Waiting[]>();
	#runningCount = 0;
	#waitingCount = 0;

	constructor(options: TurnsOptions) {
		this.#options = options;
	}

	/**
	 * @returns what the work returns
	 * @throws what `full` made, the signal's reason where it aborts before the turn has come, or what the work throws
	 */
	async run<T>(account: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
		await this.#wait(account, signal);
		try {
			return await work();
		} finally {
			const left = (this.#running.get(account) ?? 1) - 1;
			if (left === 0) this.#running.delete(account);
			else this.#running.set(account, left);
			this.#runningCount -= 1;
			this.#next();
		}
	}

	#wait(account: number, signal: AbortSignal): Promise<void> {
		return new Promise((resolve, reject) => {
			signal.throwIfAborted();
			const waiting: Waiting = {
				begin: () => {
					signal.removeEventListener("abort", leave);
					resolve();
				},
				refuse: (error) => {
					signal.removeEventListener("abort", leave);
					reject(error);
				},
			};
			const leave = () => {
				this.#remove(account, waiting);
				reject(signal.reason);
			};
			signal.addEventListener("abort", leave);
			this.#waiting.set(account, [...(this.#waiting.get(account) ?? []), waiting]);
			this.#waitingCount += 1;
			this.#next();
			if (this.#waitingCount > this.#options.waitingMax) this.#refuseOne(account);
		});
	}

	#mayBegin(account: number): boolean {
		const { atOnce } = this.#options;
		return this.#runningCount < atOnce && (this.#running.get(account) ?? 0) < Math.max(1, atOnce - 1);
	}

	#next(): void {
		for (const [account, [first]] of this.#waiting) {
			if (!first || !this.#mayBegin(account)) continue;
			this.#remove(account, first);
			// Moves the account to the end.
			const rest = this.#waiting.get(account);
			this.#waiting.delete(account);
			if (rest) this.#waiting.set(account, rest);
			this.#running.set(account, (this.#running.get(account) ?? 0) + 1);
			this.#runningCount += 1;
			first.begin();
			this.#next();
			return;
		}
	}

	/** The newest task of the account with the most waiting; of equals, of the one that came last. */
	#refuseOne(newcomer: number): void {
		let most = newcomer;
		for (const [account, { length }] of this.#waiting)
			if (length > (this.#waiting.get(most)?.length ?? 0)) most = account;
		const refused = this.#waiting.get(most)?.at(-1);
		if (!refused) return;
		this.#remove(most, refused);
		refused.refuse(this.#options.full());
	}

	#remove(account: number, waiting: Waiting): void {
		const left = (this.#waiting.get(account) ?? []).filter((one) => one !== waiting);
		if (left.length === 0) this.#waiting.delete(account);
		else this.#waiting.set(account, left);
		this.#waitingCount -= 1;
	}
}

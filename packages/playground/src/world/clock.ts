/** Tells the playground's time, and runs tasks later. */
export interface Clock {
	/** Milliseconds since the Unix epoch. */
	now(): number;
	/** Runs `task` after `ms`; the returned function cancels it. A waiting task keeps no process alive. */
	after(ms: number, task: () => void): () => void;
}

export const systemClock: Clock = {
	now: () => Date.now(),
	after(ms, task) {
		const timer = setTimeout(task, ms).unref();
		return () => clearTimeout(timer);
	},
};

/**
 * A clock that only advances when `advance` is called, so that tests needn't wait for deadlines. A task with a delay
 * of 0 ms runs without a call of `advance`, once the current code has ended.
 */
export class ManualClock implements Clock {
	#now: number;
	readonly #waiting = new Set<{ readonly at: number; readonly task: () => void }>();

	constructor(now = Date.now()) {
		this.#now = now;
	}

	now(): number {
		return this.#now;
	}

	/** For how long each task still has to wait, in ms. */
	get waits(): readonly number[] {
		return Array.from(this.#waiting, ({ at }) => at - this.#now);
	}

	after(ms: number, task: () => void): () => void {
		const entry = { at: this.#now + ms, task };
		this.#waiting.add(entry);
		if (ms === 0) setImmediate(() => this.#waiting.has(entry) && this.advance(0));
		return () => this.#waiting.delete(entry);
	}

	/** Advances the time and runs due tasks in order, including tasks that are added meanwhile. */
	advance(ms: number): void {
		const end = this.#now + ms;
		for (;;) {
			const [next] = [...this.#waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
			if (!next) break;
			this.#waiting.delete(next);
			this.#now = Math.max(this.#now, next.at);
			next.task();
		}
		this.#now = end;
	}
}

/**
 * @returns a clock for rate limits, in ms from an arbitrary start
 * @remarks It advances with the playground's clock or with real time, whichever advances more: tests advance the
 *   playground's clock, while clients wait in real time.
 */
export const timeOfLimits = (clock: Clock): (() => number) => {
	let time = 0;
	let [lastOnClock, lastInReality] = [clock.now(), Date.now()];
	return () => {
		const [onClock, inReality] = [clock.now(), Date.now()];
		time += Math.max(0, onClock - lastOnClock, inReality - lastInReality);
		[lastOnClock, lastInReality] = [onClock, inReality];
		return time;
	};
};

const discordEpoch = 1_420_070_400_000n;
const sequenceBits = 22n;
const idsInMs = 1n << sequenceBits;

/** @returns a function that makes ids like Discord's: always growing, with the time of creation in the upper bits */
export const createSnowflakes = (now: () => number): (() => string) => {
	let last = 0n;
	return () => {
		const earliest = (BigInt(now()) - discordEpoch) * idsInMs;
		last = earliest > last ? earliest : last + 1n;
		return String(last);
	};
};

/** When an id was created, in milliseconds since the Unix epoch. */
export const timeOf = (id: string): number => Number((BigInt(id) >> sequenceBits) + discordEpoch);

/** @returns a function that returns random numbers from 0 to below 1, the same sequence at every start */
export const createRandom = (): (() => number) => {
	let seed = 1;
	return () => {
		// The linear congruential generator of "Numerical Recipes".
		seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
		return seed / 2 ** 32;
	};
};

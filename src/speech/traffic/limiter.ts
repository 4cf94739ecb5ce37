import { Problem } from "../../problem.ts";

interface Waiting {
	readonly start: () => void;
	/** When its patience ends, by `performance.now()`. */
	readonly until: number;
	readonly refuse: () => void;
}

/** How many tasks may run at once. */
interface Limit {
	readonly current: number;
	/** How long none may begin, in ms. */
	readonly pauseMs: number;
	/** @returns how many times a task's duration passes before so many have begun after those that run */
	roundsFor(tasks: number): number;
}

/** @returns a limit that stays the same */
export const fixedLimit = (current: number): Limit => ({
	current,
	pauseMs: 0,
	roundsFor: (tasks) => tasks / current,
});

/** How often it is looked whether those who wait would wait too long, in ms. */
const reviewEveryMs = 1_000;
/** How much the latest task counts in their average duration. */
const latestWeight = 0.1;

/**
 * Lets at most as many tasks run at once as the limit allows and at most `perGuild` of one guild, and starts waiting
 * guilds in turn, so that one guild's long text doesn't hold up another's short one.
 */
export class FairLimiter {
	readonly #limit: Limit;
	readonly #perGuild: number;
	/** In the order of the guilds' next turns. Never holds an empty queue. */
	readonly #waiting = new Map<string, Waiting[]>();
	readonly #running = new Map<string, number>();
	#runningInAll = 0;
	#taskMs = 0;
	#reviewedAt = 0;
	#resuming: NodeJS.Timeout | undefined;

	constructor(limit: Limit, perGuild: number) {
		this.#limit = limit;
		this.#perGuild = perGuild;
	}

	get running(): number {
		return this.#runningInAll;
	}

	/**
	 * Waits for a turn of `guild`.
	 *
	 * @param patienceMs - the longest wait
	 * @returns a function that gives the turn back; calling it again does nothing
	 * @throws {@link Problem} `rate_limited` when it would wait longer, at once where that can be foreseen; the signal's
	 * reason when it aborts while waiting
	 */
	async acquire(
		guild: string,
		signal: AbortSignal,
		patienceMs = Number.POSITIVE_INFINITY,
	): Promise<() => void> {
		signal.throwIfAborted();
		const waitMs = this.#foresee(guild);
		if (waitMs > patienceMs) throw this.#refuse(waitMs - patienceMs);
		await this.#wait(guild, signal, patienceMs);
		const startedAt = performance.now();
		let held = true;
		return () => {
			if (!held) return;
			held = false;
			const ms = performance.now() - startedAt;
			this.#taskMs += (ms - this.#taskMs) * (this.#taskMs === 0 ? 1 : latestWeight);
			this.#release(guild);
			this.#review();
		};
	}

	/** Starts what the limit now allows. */
	startNext(): void {
		while (this.#runningInAll < this.#limit.current) {
			const { pauseMs } = this.#limit;
			if (pauseMs > 0) {
				this.#resumeIn(pauseMs);
				return;
			}
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

	/** @returns how long a task of the guild would wait for its own tasks and other guilds', in ms */
	#foresee(guild: string): number {
		const { current, pauseMs } = this.#limit;
		const own = (this.#running.get(guild) ?? 0) + (this.#waiting.get(guild)?.length ?? 0);
		const before = this.#waiting.size + (this.#runningInAll < current ? 0 : 1);
		const rounds = Math.max(Math.floor(own / this.#perGuild), this.#limit.roundsFor(before));
		return pauseMs + this.#taskMs * rounds;
	}

	#refuse(tooLongMs: number): Problem {
		return new Problem(
			{ kind: "rate_limited", retryAt: Date.now() + tooLongMs, daily: false },
			"too many requests wait for the speech service",
		);
	}

	#wait(guild: string, signal: AbortSignal, patienceMs: number): Promise<void> {
		return new Promise<void>((resolve, reject) => {
			const forget = (reason: unknown) => {
				done();
				this.#forget(guild, waiting);
				reject(reason);
			};
			const giveUp = () => forget(signal.reason);
			const refuse = () => forget(this.#refuse(this.#foresee(guild)));
			const timer = Number.isFinite(patienceMs) ? setTimeout(refuse, patienceMs) : undefined;
			const done = () => {
				clearTimeout(timer);
				signal.removeEventListener("abort", giveUp);
			};
			const waiting: Waiting = {
				start: () => {
					done();
					resolve();
				},
				until: performance.now() + patienceMs,
				refuse,
			};
			signal.addEventListener("abort", giveUp, { once: true });
			const queue = this.#waiting.get(guild);
			if (queue) queue.push(waiting);
			else this.#waiting.set(guild, [waiting]);
			this.startNext();
		});
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
		this.startNext();
	}

	/** Refuses those whose wait turns out to be too long, as soon as that can be foreseen. */
	#review(): void {
		const now = performance.now();
		if (now - this.#reviewedAt < reviewEveryMs) return;
		this.#reviewedAt = now;
		const { pauseMs } = this.#limit;
		for (const [before, [first]] of [...this.#waiting.values()].entries())
			if (first && now + pauseMs + this.#taskMs * this.#limit.roundsFor(before) > first.until) first.refuse();
	}

	#resumeIn(ms: number): void {
		this.#resuming ??= setTimeout(() => {
			this.#resuming = undefined;
			this.startNext();
		}, ms).unref();
	}
}

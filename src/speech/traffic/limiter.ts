import { Problem } from "../../shared/problem.ts";

interface Waiting {
	readonly start: () => void;
	/** When it has waited too long, by `performance.now()`. */
	readonly until: number;
	/** @param waitMs - how much longer it would have waited */
	readonly refuse: (waitMs: number) => void;
}

/** How many tasks may run at once. */
interface Limit {
	readonly current: number;
	/** How long none may begin, in ms. */
	readonly pauseMs: number;
	/** @returns how long it takes until so many have begun after those that run, when each takes `taskMs` */
	waitMs(tasks: number, taskMs: number): number;
	/** Called every {@link reviewEveryMs} while some wait. */
	review?(running: number): void;
}

/** @returns a limit that stays the same */
export const fixedLimit = (current: number): Limit => ({
	current,
	pauseMs: 0,
	waitMs: (tasks, taskMs) => (taskMs * tasks) / current,
});

/** How often it is reviewed whether more may begin and which would wait too long, in ms. */
export const reviewEveryMs = 250;
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
	/** While some wait. */
	#reviewing: NodeJS.Timeout | undefined;

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
		const waitMs = this.#foreseeNew(guild);
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
		};
	}

	/** Starts what the limit now allows. */
	startNext(): void {
		while (this.#limit.pauseMs === 0 && this.#runningInAll < this.#limit.current) {
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

	/** @returns how long a new task of the guild would wait, in ms */
	#foreseeNew(guild: string): number {
		const own = (this.#running.get(guild) ?? 0) + (this.#waiting.get(guild)?.length ?? 0);
		return this.#foresee(this.#waiting.size + (this.#runningInAll < this.#limit.current ? 0 : 1), own);
	}

	/** @returns how long a task waits for those of so many other guilds and for so many of its own, in ms */
	#foresee(others: number, own: number): number {
		const { pauseMs } = this.#limit;
		const ownMs = this.#taskMs * Math.floor(own / this.#perGuild);
		return pauseMs + Math.max(ownMs, this.#limit.waitMs(others, this.#taskMs));
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
			const done = () => signal.removeEventListener("abort", giveUp);
			const waiting: Waiting = {
				start: () => {
					done();
					resolve();
				},
				until: performance.now() + patienceMs,
				refuse: (waitMs) => forget(this.#refuse(waitMs)),
			};
			signal.addEventListener("abort", giveUp, { once: true });
			const queue = this.#waiting.get(guild);
			if (queue) queue.push(waiting);
			else this.#waiting.set(guild, [waiting]);
			this.#reviewing ??= setInterval(() => this.#review(), reviewEveryMs).unref();
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

	/** Starts what may begin by now, and refuses those whose wait turns out to be too long. */
	#review(): void {
		this.#limit.review?.(this.#runningInAll);
		this.startNext();
		const now = performance.now();
		for (const [others, queue] of [...this.#waiting.values()].entries())
			for (const [own, { until, refuse }] of [...queue].entries()) {
				const waitMs = this.#foresee(others, own);
				if (now + waitMs > until) refuse(waitMs);
			}
		if (this.#waiting.size > 0) return;
		clearInterval(this.#reviewing);
		this.#reviewing = undefined;
	}
}

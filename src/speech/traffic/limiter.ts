import { FairQueue } from "@herald/common/fair-queue.ts";
import { Problem } from "../../shared/problem.ts";

/** A limit on how many tasks may run at once. */
interface Limit {
	readonly current: number;
	/** How long no task may begin, in ms. */
	readonly pauseMs: number;
	/** @returns how long it takes until `tasks` more have begun after the running ones, if each takes `taskMs` */
	waitMs(tasks: number, taskMs: number): number;
	/** Called every {@link reviewEveryMs} while tasks wait. */
	review(running: number): void;
}

/** How often it is checked which tasks may begin and which would wait too long, in ms. */
export const reviewEveryMs = 250;
/** The most tasks of one guild: one that is awaited and one ahead. No guild can take all permits. */
export const perGuild = 2;
/** The weight of the latest task in the average duration. */
const latestWeight = 0.1;

/**
 * Lets as many tasks run at once as the limit allows, and at most {@link perGuild} of one guild. Waiting guilds get
 * permits in turn, so that one guild's long text doesn't hold up another's short one.
 */
export class FairLimiter {
	readonly #limit: Limit;
	readonly #queue: FairQueue<string>;
	#taskMs = 0;
	/** Runs while tasks wait. */
	#reviewing: NodeJS.Timeout | undefined;

	constructor(limit: Limit) {
		this.#limit = limit;
		this.#queue = new FairQueue({
			mayBegin: (running) => limit.pauseMs === 0 && running < limit.current,
			perOwner: perGuild,
		});
	}

	get running(): number {
		return this.#queue.running;
	}

	/**
	 * Waits for a permit for `guild`.
	 *
	 * @param patienceMs - the longest wait
	 * @returns a function that gives the permit back; calling it again does nothing
	 * @throws {@link Problem} `rate_limited` if the wait is longer, at once if that can be foreseen; the signal's reason
	 * if it aborts during the wait
	 */
	async acquire(
		guild: string,
		signal: AbortSignal,
		patienceMs = Number.POSITIVE_INFINITY,
	): Promise<() => void> {
		signal.throwIfAborted();
		const waitMs = this.#foreseeNew(guild);
		if (waitMs > patienceMs) throw this.#refuse(waitMs - patienceMs);
		const permit = this.#queue.acquire(guild, signal, performance.now() + patienceMs);
		if (this.#queue.waiting.size > 0)
			this.#reviewing ??= setInterval(() => this.#review(), reviewEveryMs).unref();
		const release = await permit;
		const startedAt = performance.now();
		let held = true;
		return () => {
			if (!held) return;
			held = false;
			const ms = performance.now() - startedAt;
			this.#taskMs += (ms - this.#taskMs) * (this.#taskMs === 0 ? 1 : latestWeight);
			release();
		};
	}

	/** Starts the tasks that the limit allows now. */
	startNext(): void {
		this.#queue.startNext();
	}

	/** @returns how long a new task of a guild would wait, in ms */
	#foreseeNew(guild: string): number {
		const { running, waiting } = this.#queue;
		const own = this.#queue.runningOf(guild) + (waiting.get(guild)?.size ?? 0);
		return this.#foresee(waiting.size + (running < this.#limit.current ? 0 : 1), own);
	}

	/** @returns how long a task waits behind `others` other guilds and `own` tasks of its own guild, in ms */
	#foresee(others: number, own: number): number {
		const { pauseMs } = this.#limit;
		const ownMs = this.#taskMs * Math.floor(own / perGuild);
		return pauseMs + Math.max(ownMs, this.#limit.waitMs(others, this.#taskMs));
	}

	#refuse(tooLongMs: number): Problem {
		return new Problem(
			{ kind: "rate_limited", retryAt: Date.now() + tooLongMs, daily: false },
			"too many requests wait for the speech service",
		);
	}

	/** Starts tasks that may begin, and refuses those that would wait too long. */
	#review(): void {
		this.#limit.review(this.running);
		this.startNext();
		const now = performance.now();
		for (const [others, queue] of [...this.#queue.waiting.values()].entries())
			for (const [own, { until, refuse }] of [...queue].entries()) {
				const waitMs = this.#foresee(others, own);
				if (now + waitMs > until) refuse(this.#refuse(waitMs));
			}
		if (this.#queue.waiting.size > 0) return;
		clearInterval(this.#reviewing);
		this.#reviewing = undefined;
	}
}

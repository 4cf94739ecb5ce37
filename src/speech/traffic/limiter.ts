import { FairQueue } from "@herald/common/fair-queue.ts";
import { Problem } from "../../shared/problem.ts";

/** How many tasks may run at once. */
interface Limit {
	readonly current: number;
	/** How long none may begin, in ms. */
	readonly pauseMs: number;
	/** @returns how long it takes until so many have begun after those that run, when each takes `taskMs` */
	waitMs(tasks: number, taskMs: number): number;
	/** Called every {@link reviewEveryMs} while some wait. */
	review(running: number): void;
}

/** How often it is reviewed whether more may begin and which would wait too long, in ms. */
export const reviewEveryMs = 250;
/** One awaited and one ahead, so that no guild takes all permits. */
export const perGuild = 2;
/** How much the latest task counts in their average duration. */
const latestWeight = 0.1;

/**
 * Lets at most as many tasks run at once as the limit allows and at most {@link perGuild} of one guild, and starts waiting
 * guilds in turn, so that one guild's long text doesn't hold up another's short one.
 */
export class FairLimiter {
	readonly #limit: Limit;
	readonly #queue: FairQueue<string>;
	#taskMs = 0;
	/** While some wait. */
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
	 * Waits for a permit of `guild`.
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

	/** Starts what the limit now allows. */
	startNext(): void {
		this.#queue.startNext();
	}

	/** @returns how long a new task of the guild would wait, in ms */
	#foreseeNew(guild: string): number {
		const { running, waiting } = this.#queue;
		const own = this.#queue.runningOf(guild) + (waiting.get(guild)?.size ?? 0);
		return this.#foresee(waiting.size + (running < this.#limit.current ? 0 : 1), own);
	}

	/** @returns how long a task waits for those of so many other guilds and for so many of its own, in ms */
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

	/** Starts what may begin by now, and refuses those whose wait turns out to be too long. */
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

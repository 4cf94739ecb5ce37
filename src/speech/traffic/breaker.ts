import { Problem } from "../../shared/problem.ts";

/** How long a refusal blocks requests, in ms. Repeating them at once would change nothing and burden the service. */
const openMs = 60_000;

interface AccountRefusal {
	readonly problem: Problem;
	readonly until: number;
}

/** How often guilds that weren't refused themselves may test whether the account is still refused, in ms. */
const probeEveryMs = 5_000;

/**
 * Remembers for a while that the service refused an account: requests that would be refused again fail at once and
 * don't burden the service. One guild's refusal may be about its request, so others are blocked only after two guilds
 * were refused without a success between. Then one of the others may ask from time to time. There is one breaker per
 * account.
 */
export class Breaker {
	readonly #now: () => number;
	/** The refusals since the last success, by guild. */
	readonly #refused = new Map<string, AccountRefusal>();
	#probedAt = Number.NEGATIVE_INFINITY;

	constructor(now: () => number) {
		this.#now = now;
	}

	/** @throws the Problem that opened the breaker, if it is open for the guild */
	check(guild: string): void {
		const now = this.#now();
		// More time left than a whole wait means that the clock was set back.
		for (const [refused, { until }] of this.#refused)
			if (until <= now || until - now > openMs) this.#refused.delete(refused);
		const own = this.#refused.get(guild);
		const refusal = own ?? (this.#refused.size > 1 ? [...this.#refused.values()].at(-1) : undefined);
		if (!refusal) return;
		if (!own && Math.abs(now - this.#probedAt) >= probeEveryMs) {
			this.#probedAt = now;
			return;
		}
		const { problem } = refusal;
		throw new Problem(problem.detail, problem.message, { cause: problem });
	}

	/** Records a Problem if it concerns the whole account. A missing model doesn't. */
	record(problem: Problem, guild: string): void {
		if (!problem.isOfAccount || problem.kind === "model_unavailable") return;
		const now = this.#now();
		this.#probedAt = now;
		this.#refused.delete(guild);
		this.#refused.set(guild, { problem, until: now + openMs });
	}

	/** Closes the breaker, because the account isn't refused any more or may have changed. */
	reset(): void {
		this.#refused.clear();
	}
}

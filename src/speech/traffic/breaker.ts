import { Problem } from "../../shared/problem.ts";

/** How long a refusal blocks requests, in ms: repeating them at once changes nothing and annoys the service. */
const openMs = 60_000;

interface AccountRefusal {
	readonly problem: Problem;
	readonly until: number;
}

/** How often a guild that wasn't refused itself may find out whether the account is still refused, in ms. */
const probeEveryMs = 5_000;

/**
 * Remembers an account-level refusal for a while, so that requests that would fail the same way fail at once and don't
 * bother the service. One guild's refusal may be about what it asked for, so it is the account's only once two guilds
 * in a row were refused; then a guild that wasn't may ask from time to time. One breaker per account.
 */
export class Breaker {
	readonly #now: () => number;
	/** By guild, since the last success. */
	readonly #refused = new Map<string, AccountRefusal>();
	#probedAt = Number.NEGATIVE_INFINITY;

	constructor(now: () => number) {
		this.#now = now;
	}

	/** @throws the Problem that opened the breaker, while it is open for the guild */
	check(guild: string): void {
		const now = this.#now();
		// More than a whole wait is left when the clock was put back.
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

	/** Opens for Problems of the whole account; a missing model isn't one. */
	record(problem: Problem, guild: string): void {
		if (!problem.isOfAccount || problem.kind === "model_unavailable") return;
		const now = this.#now();
		this.#probedAt = now;
		this.#refused.delete(guild);
		this.#refused.set(guild, { problem, until: now + openMs });
	}

	/** Closes at once: the account isn't refused any more, or may not be. */
	reset(): void {
		this.#refused.clear();
	}
}

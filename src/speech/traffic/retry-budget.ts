import { listRecent } from "@herald/common/sliding-window.ts";

const windowMs = 60_000;
const retriesPerRequest = 0.2;
/** Without these, a quiet bot couldn't retry at all. */
const retriesMin = 10;

/**
 * Limits an account's retries to a fifth of the last minute's requests, or a few where those are more: a service that fails for
 * everybody isn't helped by several times the requests. One budget per account.
 */
export class RetryBudget {
	readonly #now: () => number;
	/** Oldest first, within the window. */
	#requests: readonly number[] = [];
	#retries: readonly number[] = [];

	constructor(now: () => number) {
		this.#now = now;
	}

	/** Counts a request that isn't a retry. */
	countRequest(): void {
		const now = this.#now();
		this.#requests = [...listRecent(this.#requests, windowMs, now), now];
	}

	/** Counts a retry if there is room for one. @returns whether there is */
	takeRetry(): boolean {
		const now = this.#now();
		const requests = listRecent(this.#requests, windowMs, now).length;
		const retries = listRecent(this.#retries, windowMs, now);
		if (retries.length >= Math.max(retriesMin, requests * retriesPerRequest)) return false;
		this.#retries = [...retries, now];
		return true;
	}
}

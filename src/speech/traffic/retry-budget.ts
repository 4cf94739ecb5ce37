import { listRecent } from "@herald/common/sliding-window.ts";

const windowMs = 60_000;
const retriesPerRequest = 0.2;
/** Without this minimum, a quiet bot couldn't retry at all. */
const retriesMin = 10;

/**
 * Limits an account's retries to a fifth of its requests in the last minute, or to `retriesMin` if that is more:
 * several times the requests wouldn't help a service that fails for everybody. There is one budget per account.
 */
export class RetryBudget {
	readonly #now: () => number;
	/** When requests were made, oldest first, within the window. */
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

	/** Counts a retry if the budget allows one. @returns whether it does */
	takeRetry(): boolean {
		const now = this.#now();
		const requests = listRecent(this.#requests, windowMs, now).length;
		const retries = listRecent(this.#retries, windowMs, now);
		if (retries.length >= Math.max(retriesMin, requests * retriesPerRequest)) return false;
		this.#retries = [...retries, now];
		return true;
	}
}

import { unwanted } from "@herald/common/retry.ts";
import { Problem } from "../shared/problem.ts";
import type { RequestLimiter } from "../speech/traffic/request-limiter.ts";
import type { ProcessAnswers, SupervisorAnswers, Talk } from "./talk.ts";

/** One process's running and waiting requests to the speech service, by the numbers that the process gave them. */
export class LentPermits {
	readonly #limiter: RequestLimiter;
	/** The controller of each request, aborted when the request has ended. */
	readonly #requests = new Map<number, AbortController>();

	constructor(limiter: RequestLimiter) {
		this.#limiter = limiter;
	}

	/** @returns undefined once the request may be sent; if it is refused, when to try again, in ms since the epoch */
	readonly take: SupervisorAnswers["takePermit"] = async ({ id, guild, patienceMs, account }) => {
		const request = new AbortController();
		this.#requests.set(id, request);
		try {
			const release = await this.#limiter.acquire(guild, request.signal, patienceMs, account);
			request.signal.addEventListener("abort", release);
			// The request may have ended while the permit was on its way.
			if (request.signal.aborted) release();
			return undefined;
		} catch (error) {
			this.#requests.delete(id);
			if (error instanceof Problem && error.detail.kind === "rate_limited") return error.detail.retryAt;
			throw error;
		}
	};

	readonly end: SupervisorAnswers["endPermit"] = (id) => {
		this.#requests.get(id)?.abort(unwanted);
		this.#requests.delete(id);
	};

	/** Ends all requests, because the process has ended. */
	endAll(): void {
		for (const id of this.#requests.keys()) this.end(id);
	}
}

/** @returns the supervisor's limiter, for use in a process */
export const borrowLimiter = (talk: Talk<SupervisorAnswers, ProcessAnswers>): RequestLimiter => {
	let lastId = 0;
	// If the supervisor is gone, this process ends soon, too.
	const send = (sent: Promise<void>) => void sent.catch(() => {});
	return {
		acquire: async (guild, signal, patienceMs, account) => {
			signal.throwIfAborted();
			lastId += 1;
			const id = lastId;
			const end = () => send(talk.ask("endPermit", id));
			signal.addEventListener("abort", end, { once: true });
			try {
				const retryAt = await talk.ask("takePermit", { id, guild, patienceMs, account });
				signal.throwIfAborted();
				if (retryAt !== undefined)
					throw new Problem(
						{ kind: "rate_limited", retryAt, daily: false },
						"too many requests wait for the speech service",
					);
				return end;
			} catch (error) {
				signal.throwIfAborted();
				throw error;
			} finally {
				signal.removeEventListener("abort", end);
			}
		},
		note: (answered, account) => send(talk.ask("noteAnswer", { answered, account })),
	};
};

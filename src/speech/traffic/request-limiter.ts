import { type Measures, measure } from "../../shared/measures.ts";
import { Problem } from "../../shared/problem.ts";
import { AdaptiveLimit, type Answered } from "./adaptive-limit.ts";
import { FairLimiter } from "./limiter.ts";

/** One awaited and one ahead, so that no guild takes all turns. */
const requestsPerGuild = 2;

/** Whose turn it is to ask the speech service. */
export interface RequestLimiter {
	/** Waits for a turn of a guild, as {@link FairLimiter.acquire} says. */
	acquire(guild: string, signal: AbortSignal, patienceMs?: number): Promise<() => void>;
	/** Takes what an answer says of the service's load. */
	note(answered: Answered): void;
}

/**
 * @param max - the most at once
 * @param now - in ms, of a clock that is never set
 */
export const createRequestLimiter = (max?: number, now?: () => number): RequestLimiter => {
	const limit = new AdaptiveLimit(max, now);
	const limiter = new FairLimiter(limit, requestsPerGuild);
	return {
		acquire: (guild, signal, patienceMs) => limiter.acquire(guild, signal, patienceMs),
		note: (answered) => {
			limit.note(answered, limiter.running);
			limiter.startNext();
		},
	};
};

/** Waits for a turn, and tells how that goes. @param patienceMs - for a text's first request alone */
export const takeTurn = async (
	limiter: RequestLimiter,
	guildId: string,
	signal: AbortSignal,
	patienceMs?: number,
): Promise<() => void> => {
	const queuedAt = performance.now();
	const isFirst = patienceMs !== undefined;
	const note = (step: Measures["requestTurn"]["step"]) =>
		measure("requestTurn", { step, waitedMs: performance.now() - queuedAt, isFirst });
	note("queued");
	try {
		const release = await limiter.acquire(guildId, signal, patienceMs);
		note("begun");
		return () => {
			release();
			note("ended");
		};
	} catch (error) {
		note(error instanceof Problem ? "refused" : "given up");
		throw error;
	}
};

/** Turns that were given back while their requests still run, as nobody waits for them: as many of a guild as it may have. */
export class YieldedTurns {
	readonly #running = new Map<string, number>();

	/**
	 * @param release - gives the turn back
	 * @returns what to call when the request has ended
	 */
	add(guild: string, release: () => void): () => void {
		const before = this.#running.get(guild) ?? 0;
		if (before >= requestsPerGuild) return release;
		this.#running.set(guild, before + 1);
		release();
		return () => {
			const left = (this.#running.get(guild) ?? 1) - 1;
			if (left > 0) this.#running.set(guild, left);
			else this.#running.delete(guild);
		};
	}
}

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

/** @param max - the most at once */
export const createRequestLimiter = (max?: number): RequestLimiter => {
	const limit = new AdaptiveLimit(max);
	const limiter = new FairLimiter(limit, requestsPerGuild);
	return {
		acquire: (guild, signal, patienceMs) => limiter.acquire(guild, signal, patienceMs),
		note: (answered) => {
			limit.note(answered, limiter.running);
			limiter.startNext();
		},
	};
};

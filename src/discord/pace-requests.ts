import { setTimeout as wait } from "node:timers/promises";
import { FairQueue } from "@herald/common/fair-queue.ts";

/** Discord's limit on all requests with a bot's token. Those with an interaction's token aren't counted. */
const botRequestsPerWindow = 50;

/** @returns the channel or guild that a request is for; an empty text for others */
const ownerOf = (path: string): string => /\/(?:channels|guilds)\/(\d+)/.exec(path)?.[1] ?? "";

/**
 * Keeps to Discord's limit on the requests of a bot, channel by channel in turn.
 *
 * @remarks The library counts all requests, also the answers to interactions: many in one server would delay all others.
 *
 * @param windowMs - that limits are counted in
 * @returns a function that resolves when a request with the bot's token may be sent
 */
export const paceRequests = (windowMs = 1_000): ((path: string, signal?: AbortSignal) => Promise<void>) => {
	const sent = new FairQueue<string>({
		mayBegin: (running) => running < botRequestsPerWindow,
		perOwner: botRequestsPerWindow,
	});
	return async (path, signal) => {
		const forget = await sent.acquire(ownerOf(path), signal);
		wait(windowMs, undefined, { ref: false }).then(forget);
	};
};

import { setTimeout as wait } from "node:timers/promises";
import type { IIdentifyThrottler } from "@discordjs/ws";
import type { Logger } from "@herald/common/log.ts";

/** In ms. Discord accepts one shard of a bucket every five seconds. The difference allows for varying latencies. */
const usualSpacingMs = 5_500;
/** Random jitter between shards that wait for the same slot, in ms. */
const spreadMs = 250;
/** The retry interval while no slot can be requested, and the interval of log lines, in ms. */
const retryMs = 1_000;
const logEveryMs = 60_000;

export interface Pacing {
	/**
	 * Takes the slot of a bucket for `spacingMs`.
	 *
	 * @returns 0 if the slot was free; otherwise the ms until it is worth asking again
	 */
	readonly takeSlot: (bucket: number, spacingMs: number) => Promise<number>;
	/** The number of buckets (`max_concurrency`) into which Discord puts this bot's shards. */
	readonly buckets: () => Promise<number>;
	readonly logger: Logger;
	/** Between two logins in a bucket, in ms. */
	readonly spacingMs?: number | undefined;
	/** The retry interval while no slot can be requested, in ms. */
	readonly retryMs?: number | undefined;
}

/**
 * Makes shards wait for a login slot, shared by all processes that use the same slots. While no slot can be requested,
 * no shard logs in; shards that resume their session don't need one.
 *
 * @remarks If this rejects, the library logs in at once, so it only rejects for the signal.
 */
export const paceIdentifies = ({
	takeSlot,
	buckets,
	logger,
	spacingMs = usualSpacingMs,
	...pacing
}: Pacing): IIdentifyThrottler => {
	let loggedAt = Number.NEGATIVE_INFINITY;
	const logFailure = (error: unknown): void => {
		const now = performance.now();
		if (now - loggedAt < logEveryMs) return;
		loggedAt = now;
		logger.warn(
			{ event: "identify_waits", err: error },
			"shards that have to log in anew wait: which machine's turn it is can't be found out",
		);
	};
	const ask = async (shardId: number): Promise<number> => {
		try {
			const waitMs = await takeSlot(shardId % (await buckets()), spacingMs);
			return waitMs === 0 ? 0 : waitMs + Math.random() * spreadMs;
		} catch (error) {
			logFailure(error);
			return pacing.retryMs ?? retryMs;
		}
	};
	return {
		waitForIdentify: async (shardId, signal) => {
			for (;;) {
				signal.throwIfAborted();
				const waitMs = await ask(shardId);
				if (waitMs === 0) return;
				await wait(waitMs, undefined, { signal });
			}
		},
	};
};

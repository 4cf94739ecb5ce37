import { setTimeout as wait } from "node:timers/promises";
import type { IIdentifyThrottler } from "@discordjs/ws";
import type { Logger } from "@herald/common/log.ts";

/** Discord accepts one shard of a bucket every five seconds; the rest allows for different latencies. In ms. */
const usualSpacingMs = 5_500;
/** Random jitter in ms between shards that wait for the same slot. */
const spreadMs = 250;
/** While the slots can't be asked: the retry interval, and the interval of log lines, in ms. */
const retryMs = 1_000;
const logEveryMs = 60_000;

export interface Pacing {
	/**
	 * Takes the slot of a bucket for `spacingMs`.
	 *
	 * @returns 0 if the slot was free; otherwise the ms until it is worth asking again
	 */
	readonly takeSlot: (bucket: number, spacingMs: number) => Promise<number>;
	/** How many buckets Discord puts this bot's shards into (`max_concurrency`). */
	readonly buckets: () => Promise<number>;
	readonly logger: Logger;
	/** Between two logins of a bucket, in ms. */
	readonly spacingMs?: number | undefined;
	/** The retry interval while the slots can't be asked, in ms. */
	readonly retryMs?: number | undefined;
}

/**
 * Makes shards wait for a login slot, shared with all processes that use the same slots. While the slots can't be asked,
 * no shard logs in; shards that can resume their session don't need one.
 *
 * @remarks The library logs in at once when this rejects, so it rejects only for the signal.
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

import { setTimeout as wait } from "node:timers/promises";
import type { IIdentifyThrottler } from "@discordjs/ws";
import type { Logger } from "../log.ts";

/** Discord lets a shard of a bucket in every five seconds; the way there may take one longer than the next, in ms. */
const usualSpacingMs = 5_500;
/** Those that wait for the same slot ask at different moments, up to so many ms apart. */
const spreadMs = 250;
/** Where nobody can be asked: how long until the next try, and how often it is logged, in ms. */
const retryMs = 1_000;
const tellEveryMs = 60_000;

/** How logins are paced. */
export interface Pacing {
	/**
	 * Takes the right to log in now with one shard of a bucket, for so long, in ms, that nobody else may.
	 *
	 * @returns 0 where it was free; else how long until it is worth asking again, in ms
	 */
	readonly takeSlot: (bucket: number, spacingMs: number) => Promise<number>;
	/** How many buckets Discord puts this bot's shards into (`max_concurrency`). */
	readonly buckets: () => Promise<number>;
	readonly logger: Logger;
	/** Between two logins of a bucket, in ms. */
	readonly spacingMs?: number | undefined;
	/** Until the next try where nobody could be asked, in ms. */
	readonly retryMs?: number | undefined;
}

/**
 * Has shards wait for their turn to log in, together with all who ask at the same place. While nobody can say whose turn it
 * is, none logs in; shards that can resume their session don't ask.
 *
 * @remarks The library logs in at once where this fails: it rejects for nothing but the signal.
 */
export const paceIdentifies = ({
	takeSlot,
	buckets,
	logger,
	spacingMs = usualSpacingMs,
	...pacing
}: Pacing): IIdentifyThrottler => {
	let toldAt = Number.NEGATIVE_INFINITY;
	const tell = (error: unknown): void => {
		const now = performance.now();
		if (now - toldAt < tellEveryMs) return;
		toldAt = now;
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
			tell(error);
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

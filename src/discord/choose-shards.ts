import { StartError } from "../start-error.ts";

/** How many shards Herald logs in with: as many as Discord recommends, or so many. */
export type ShardSetting = "auto" | number;

/** Of the answer to `GET /gateway/bot`, what matters here; a proxy may leave it out. */
interface GatewayAnswer {
	readonly shards?: number;
	readonly session_start_limit?: { readonly remaining: number; readonly reset_after: number };
}

/**
 * @returns how many shards to log in with
 * @throws StartError where Discord allows fewer logins for now
 */
export const chooseShards = (
	setting: ShardSetting,
	{ shards = 1, session_start_limit: limit }: GatewayAnswer,
): number => {
	const count = setting === "auto" ? shards : setting;
	if (limit && limit.remaining < count)
		throw new StartError(
			`Herald logs in ${count} times, once for each shard, and Discord allows this bot ${limit.remaining} more logins for now. Find out what restarts it so often, and start it again in ${Math.ceil(limit.reset_after / 60_000)} minutes.`,
		);
	return count;
};

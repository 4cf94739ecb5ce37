import type { ShardPart } from "../discord/shard-part.ts";

/**
 * Divides shards evenly among the fewest processes possible; each gets consecutive shards.
 *
 * @param perProcess - the most that one process may have
 */
export const divideShards = ({ ids, count }: ShardPart, perProcess: number): ShardPart[] => {
	const processes = Math.max(1, Math.ceil(ids.length / perProcess));
	const startOf = (process: number) => Math.floor((process * ids.length) / processes);
	return Array.from({ length: processes }, (_, process) => ({
		ids: ids.slice(startOf(process), startOf(process + 1)),
		count,
	}));
};

import type { Logger } from "@herald/common/log.ts";
import type { Config } from "../config.ts";
import { askGateway, chooseShards, createRest } from "../discord/rest.ts";
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

/**
 * Asks Discord for the number of shards, waiting until it can be reached.
 *
 * @param perProcess - the most shards that one process may have
 * @returns the shards of each process
 * @throws StartError with a sentence for the operator; the signal's reason when it aborts
 */
export const planProcesses = async (
	{ token, apiUrl, shards, part }: Config["discord"],
	perProcess: number,
	logger: Logger,
	signal: AbortSignal,
): Promise<ShardPart[]> => {
	const gateway = await askGateway(createRest({ token, apiUrl }), { apiUrl, logger, signal });
	return divideShards(chooseShards(part ?? shards, gateway), perProcess);
};

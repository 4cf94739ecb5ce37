import type { Logger } from "@herald/common/log.ts";
import type { Config } from "../config.ts";
import { askGateway, chooseShards, createRest } from "../discord/rest.ts";
import type { ShardPart } from "../discord/shard-part.ts";

/**
 * Divides shards evenly among as few processes as possible. Each gets consecutive shards.
 *
 * @param perProcess - the most shards of one process
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
 * Asks Discord for the number of shards. If Discord can't be reached, waits until it can.
 *
 * @param perProcess - the most shards of one process
 * @returns the shards of each process
 * @throws StartError with a sentence for the operator; the signal's reason if it aborts
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

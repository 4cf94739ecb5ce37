import type { Config } from "../config.ts";
import { askGateway } from "../discord/ask-gateway.ts";
import { chooseShards } from "../discord/choose-shards.ts";
import { createRest } from "../discord/rest.ts";
import type { ShardPart } from "../discord/shard-part.ts";
import type { Logger } from "../log.ts";
import { divideShards } from "./divide-shards.ts";

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

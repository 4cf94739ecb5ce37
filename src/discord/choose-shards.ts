import { StartError } from "@herald/common/start-error.ts";
import { type REST, Routes } from "discord.js";
import { keepTrying, notDiscord } from "./keep-trying.ts";
import type { ShardPart } from "./shard-part.ts";

/** The number of shards, or `auto` for as many as Discord recommends. */
export type ShardSetting = "auto" | number;

/** The used fields of `GET /gateway/bot`. A proxy may leave them out. */
export interface GatewayAnswer {
	readonly shards?: number;
	readonly session_start_limit?: { readonly remaining: number; readonly reset_after: number };
}

/**
 * @param setting - the number of shards, or this process's part of them
 * @returns the shards to log in with
 * @throws StartError if Discord currently allows fewer logins
 */
export const chooseShards = (
	setting: ShardSetting | ShardPart,
	{ shards = 1, session_start_limit: limit }: GatewayAnswer,
): ShardPart => {
	const part = typeof setting === "object" ? setting : takeAll(setting === "auto" ? shards : setting);
	const logins = part.ids.length;
	if (limit && limit.remaining < logins)
		throw new StartError(
			`Herald logs in ${logins} times, once for each shard, and Discord allows this bot ${limit.remaining} more logins for now. Find out what restarts it so often, and start it again in ${Math.ceil(limit.reset_after / 60_000)} minutes.`,
		);
	return part;
};

const takeAll = (count: number): ShardPart => ({ ids: Array.from({ length: count }, (_, id) => id), count });

/**
 * Asks Discord for its gateway's URL and the recommended number of shards, until it answers.
 *
 * @throws StartError with a sentence for the operator; the signal's reason if it aborts
 */
export const askGateway = async (
	rest: REST,
	options: Parameters<typeof keepTrying>[1],
): Promise<GatewayAnswer & { readonly url: string }> => {
	const answer = (await keepTrying(() => rest.get(Routes.gatewayBot()), options)) as
		| (GatewayAnswer & { readonly url?: unknown })
		| null;
	if (typeof answer?.url !== "string") throw notDiscord(options.apiUrl, "no gateway's address");
	return { ...answer, url: answer.url };
};

import type { Logger } from "@herald/common/log.ts";
import type { Config } from "../config.ts";
import { ownsPlace } from "../discord/shard-part.ts";
import type { Supervision } from "../processes/join-supervisor.ts";
import { logStoreTroubles, openStore } from "../store/open-store.ts";
import type { Ends, Overrides, Surroundings } from "./bot-options.ts";
import { holdShards } from "./hold-shards.ts";
import { prepareBot } from "./prepare-bot.ts";

/**
 * Prepares the resources of a bot in a single process, and leases its shards if machines may share its database.
 *
 * @throws StartError with a sentence for the operator; the signal's reason if it aborts
 */
export const surroundBot = async (
	config: Config,
	logger: Logger,
	overrides: Overrides,
	ends: Ends,
): Promise<Surroundings> => {
	const prepared = await prepareBot(config, logger, overrides.now ?? Date.now, ends.signal);
	const { host, names, port } = config.operations;
	const monitor: Surroundings["monitor"] = async (sources) => {
		if (port === undefined) return async () => {};
		const { startMonitoring } = await import("../monitoring/watch-bot.ts");
		return startMonitoring(sources, { host, names, port, logger });
	};
	const { part } = config.discord;
	const shared = part && { part, takeLogin: prepared.store.identifySlots.take };
	const giveShards = await holdShards(config, prepared.store.shardLeases, logger, ends).catch(
		async (error) => {
			await prepared.close();
			throw error;
		},
	);
	const close = async () => {
		await giveShards();
		await prepared.close();
	};
	return { ...prepared, ...shared, monitor, close };
};

/** @returns the resources of a supervised process; the supervisor has prepared the shared ones */
export const surroundProcess = async (
	config: Config,
	logger: Logger,
	supervision: Supervision,
	signal: AbortSignal,
): Promise<Surroundings> => {
	const { part, service } = supervision;
	const store = await openStore(config, {
		now: Date.now,
		...logStoreTroubles(config, logger, Date.now, signal),
		owns: (place) => ownsPlace(part, place),
		isChecked: true,
	});
	return {
		...supervision,
		...(service && (config.speech.baseUrl === "" ? { embedded: service } : { standIn: service })),
		store,
		monitor: async (sources) =>
			config.operations.port === undefined ? async () => {} : supervision.monitor(sources, logger),
		close: () => store.close(),
	};
};

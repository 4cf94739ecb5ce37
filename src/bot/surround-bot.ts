import { join } from "node:path";
import type { Logger } from "@herald/common/log.ts";
import { warnOfOthers } from "@herald/common/storage/private-file.ts";
import type { Config } from "../config.ts";
import { ownsPlace } from "../discord/shard-part.ts";
import type { Supervision } from "../processes/join-supervisor.ts";
import { Voices } from "../say/sound/voices.ts";
import { prepareCache } from "../speech/clips/clip-cache.ts";
import { lockDataDir } from "../store/data-folder.ts";
import { logStoreTroubles, openStore } from "../store/open-store.ts";
import type { Ends, Overrides, Surroundings } from "./bot-options.ts";
import { checkAccountSecrets } from "./compose-accounts.ts";
import { holdShards } from "./hold-shards.ts";

export const cacheFileOf = ({ dataDir }: Pick<Config, "dataDir">): string => join(dataDir, "clips.db");

/**
 * Locks the data folder, migrates its contents, and starts Herald's own speech service if needed.
 *
 * @param now - in ms since the epoch
 * @param signal - stops waiting for a database that is away
 * @returns the resources shared by all processes of the data folder: the store, and Herald's own service, as `embedded`
 * if no other is configured or as `standIn` if it stands in for another
 * @throws StartError with a sentence for the operator; the signal's reason if it aborts
 */
export const prepareBot = async (config: Config, logger: Logger, now: () => number, signal: AbortSignal) => {
	// Throws on invalid settings before anything is changed.
	new Voices(config.speech);
	const unlock = lockDataDir(config.dataDir);
	warnOfOthers(config.dataDir, logger);
	const store = await openStore(config, {
		now,
		owns: (place) => ownsPlace(config.discord.part, place),
		...logStoreTroubles(config, logger, now, signal),
	});
	await checkAccountSecrets(config, store);
	prepareCache(cacheFileOf(config));
	const isOnly = config.speech.baseUrl === "";
	const own = isOnly || config.speech.fallback ? await startEmbedded(config, logger) : undefined;
	return {
		store,
		...(own && isOnly && { embedded: own }),
		...(own && !isOnly && { standIn: own }),
		/** Stops Herald's own service, closes the store and unlocks the folder. */
		close: async () => {
			await own?.stop();
			await store.close();
			unlock();
		},
	};
};

// Loaded on demand, since most operators with another service don't need it.
const startEmbedded = async ({ dataDir, credit, engine }: Config, logger: Logger) => {
	const { startEmbeddedService } = await import("@herald/service");
	return startEmbeddedService({ dataDir, logger, engine, credit: credit.embedded });
};

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

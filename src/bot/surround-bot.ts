import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "@herald/common/log.ts";
import { StartError } from "@herald/common/start-error.ts";
import { markSecret, openSecretFile, warnOfOthers } from "@herald/common/storage/private-file.ts";
import type { Config } from "../config.ts";
import { ownsPlace } from "../discord/shard-part.ts";
import type { Supervision } from "../processes/join-supervisor.ts";
import { Voices } from "../say/sound/voices.ts";
import { prepareCache } from "../speech/clips/clip-cache.ts";
import { lockDataDir } from "../store/data-folder.ts";
import { insistOnStore, logStoreTroubles, openStore } from "../store/open-store.ts";
import { machineOf, type ShardHolder, type ShardLeases } from "../store/shard-leases.ts";
import type { Ends, Overrides, Surroundings } from "./bot-options.ts";
import { checkAccountSecrets } from "./compose-accounts.ts";

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

const leaseMs = 45_000;
const renewEveryMs = 5_000;
/** The polling interval while another machine has the shards, in ms. */
const lookEveryMs = 1_000;

/**
 * A machine that can't renew its lease begins to stop this many ms before the lease ends: early enough to have stopped
 * when another one takes its shards.
 */
const stopMs = 10_000;

const cutOff = new StartError(
	"This machine couldn't renew its shards in the database for half a minute, so that another one may have them soon: it ends, and has them again when it is started and the database is there.",
);

/** What a machine leases if the shards aren't divided among machines: one shard, which stands for the whole bot. */
const whole = { ids: [0], count: 1 };

const describeOther = (other: ShardHolder, count: number): StartError => {
	const name = machineOf(other);
	if (other.count !== count)
		return new StartError(
			`Another machine, ${name}, divides this bot into ${other.count} shards, and this one into ${count}: set the same GATEWAY_SHARDS on all, and stop all of them before you change it.`,
		);
	return new StartError(
		count === whole.count
			? `Another machine, ${name}, already runs this bot: stop it, or give each its part of the shards with GATEWAY_SHARD_LIST.`
			: `Another machine, ${name}, has shards that this one was given: stop it, or give each its own with GATEWAY_SHARD_LIST.`,
	);
};

/**
 * If several machines may share the bot's database, takes a lease of this machine's shards and renews it. If
 * another machine has the shards but no longer renews its lease, waits until that lease ends. If shards are divided
 * among machines, this machine ends when it can't renew its lease in time.
 *
 * @returns a function that gives the shards back
 * @throws StartError if another machine has the shards; the signal's reason if it aborts
 */
export const holdShards = async (
	config: Config,
	leases: ShardLeases,
	logger: Logger,
	{ signal, onEnd }: Ends,
): Promise<() => Promise<void>> => {
	if (config.databaseUrl === undefined) return async () => {};
	const shards = config.discord.part ?? whole;
	/**
	 * A machine's name and data folder. The folder's lock proves that an earlier process with the same name and folder
	 * has ended, so a start after a crash needn't wait for that process's lease to expire.
	 */
	const holder = `${config.machine} ${markSecret(openSecretFile(config.dataDir, "machine.id", "remove it"))}`;
	const take = () => leases.take(holder, shards, leaseMs);
	/** When each other holder's lease ends, as last read, by holder. */
	const seen = new Map<string, number>();
	let leaseEnd = 0;
	for (;;) {
		const other = await insistOnStore(
			() => {
				leaseEnd = performance.now() + leaseMs;
				return take();
			},
			logger,
			signal,
		);
		if (!other) break;
		const before = seen.get(other.holder);
		if (before === undefined)
			logger.warn(
				{ event: "shards_taken", machine: machineOf(other) },
				"another machine has this one's shards: they are free soon, if it has ended",
			);
		// The other machine has renewed its lease, so it is running.
		else if (other.until > before) throw describeOther(other, shards.count);
		seen.set(other.holder, other.until);
		await wait(lookEveryMs, undefined, { signal }).catch(() => signal.throwIfAborted());
	}
	const timer = setInterval(async () => {
		const asked = performance.now();
		// A machine with all shards goes on until another one has the lease.
		if (config.discord.part && asked > leaseEnd - stopMs) {
			clearInterval(timer);
			onEnd(cutOff);
			return;
		}
		// An error doesn't tell who has the shards.
		const other = await take().catch(() => "nobody knows" as const);
		if (other === undefined) leaseEnd = Math.max(leaseEnd, asked + leaseMs);
		if (other === undefined || other === "nobody knows") return;
		clearInterval(timer);
		onEnd(describeOther(other, shards.count));
	}, renewEveryMs);
	return async () => {
		clearInterval(timer);
		// If the shards can't be given back, the lease soon expires.
		await leases.give(holder).catch(() => {});
	};
};

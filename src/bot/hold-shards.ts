import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "@herald/common/log.ts";
import { StartError } from "@herald/common/start-error.ts";
import { markSecret, openSecretFile } from "@herald/common/storage/private-file.ts";
import type { Config } from "../config.ts";
import { insistOnStore } from "../store/open-store.ts";
import { machineOf, type ShardHolder, type ShardLeases } from "../store/shard-leases.ts";
import type { Ends } from "./bot-options.ts";

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

/**
 * Identifies a machine by its name and data folder. The folder's lock proves that an earlier process with the same name
 * and folder has ended, so a start after a crash needn't wait for that process's lease to expire.
 */
const describeHolder = ({ machine, dataDir }: Config): string =>
	`${machine} ${markSecret(openSecretFile(dataDir, "machine.id", "remove it"))}`;

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
	const holder = describeHolder(config);
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

import type { Logger } from "@herald/common/log.ts";
import { type REST, Routes } from "discord.js";
import { commandsFor } from "../../commands/index.ts";
import type { Config } from "../config.ts";
import { registerCommands } from "../discord/catalogue.ts";
import { askGateway, chooseShards, createRest, keepTrying } from "../discord/rest.ts";
import type { ShardPart } from "../discord/shard-part.ts";
import { createLoginSlots, type LoginLimit } from "../processes/login-slots.ts";
import { Supervisor, type SupervisorOptions } from "../processes/supervisor.ts";
import { createRequestLimiter } from "../speech/traffic/request-limiter.ts";
import type { Store } from "../store/store.ts";
import type { Ends, Stop } from "./bot-options.ts";
import { holdShards, prepareBot } from "./surround-bot.ts";

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

const readLoginLimit = async (rest: REST): Promise<LoginLimit | undefined> => {
	// If Discord doesn't answer, logins fail anyway. A proxy may answer with null.
	const answer = await rest.get(Routes.gatewayBot()).catch(() => null);
	return (answer as { readonly session_start_limit?: LoginLimit } | null)?.session_start_limit;
};

/**
 * Runs the bot in several processes, each with a part of the shards. Prepares the data folder, registers the commands and
 * takes the lease of the shards once for all of them.
 *
 * @returns a function that stops all processes in order
 * @throws StartError with a sentence for the operator; the signal's reason if it aborts
 */
export const superviseBot = async (
	config: Config,
	logger: Logger,
	processes: Pick<SupervisorOptions, "parts" | "entry" | "writeLine">,
	{ signal, onEnd }: Ends,
): Promise<Stop> => {
	const prepared = await prepareBot(config, logger, Date.now, signal);
	const own = prepared.embedded ?? prepared.standIn;
	const rest = createRest(config.discord);
	const shards = processes.parts.flatMap(({ ids }) => ids).length;
	const takeShared = config.discord.part && prepared.store.identifySlots.take;
	let shown: ShownProcesses | undefined;
	let giveShards = async () => {};
	const supervisor = new Supervisor({
		...processes,
		logger,
		onEnd,
		limiter: createRequestLimiter(config.speech.requestsMax),
		service: own,
		logins: createLoginSlots({ readLimit: () => readLoginLimit(rest), ofStart: shards, takeShared, logger }),
		onGone: (process) => shown?.carry(process),
	});
	own?.follow((voices) => supervisor.sendVoices(voices));
	const stop: Stop = async (graceMs = 0) => {
		await supervisor.stop(graceMs);
		await shown?.close();
		await giveShards();
		await prepared.close();
	};
	try {
		shown = await showProcesses(config.operations, supervisor, prepared.store, logger);
		giveShards = await holdShards(config, prepared.store.shardLeases, logger, { signal, onEnd });
		const { apiUrl } = config.discord;
		const patience = { apiUrl, logger, signal };
		const { id } = (await keepTrying(() => rest.get(Routes.currentApplication()), patience)) as {
			readonly id: string;
		};
		const written = commandsFor(config).map(({ data }) => data);
		const registered = await keepTrying(() => registerCommands(rest, id, written), patience);
		await supervisor.start(registered, signal);
		logger.info({ event: "ready", processes: processes.parts.length, shards }, "all processes are ready");
	} catch (error) {
		await stop();
		throw error;
	}
	return stop;
};

type ShownProcesses = Awaited<ReturnType<typeof showProcesses>>;

/**
 * Serves metrics and health for all processes.
 *
 * @returns `carry`, which keeps the counts of a process that has ended (processes are numbered from 0), and `close`,
 * which stops serving; undefined if no port is set
 * @throws StartError with a sentence for the operator if it can't listen
 */
const showProcesses = async (
	{ host, names, port }: Config["operations"],
	supervisor: Supervisor,
	store: Pick<Store, "checkWritable">,
	logger: Logger,
) => {
	if (port === undefined) return undefined;
	// Loaded on demand: most operators don't need metrics.
	const { serveOperations, watchBot } = await import("../monitoring/watch-bot.ts");
	const { joinMetrics } = await import("../processes/joined-metrics.ts");
	const own = watchBot(
		{
			commands: [],
			models: [],
			silentProcesses: () => supervisor.silentCount,
			sessions: () => ({}),
			gateway: () => (supervisor.isReady ? "ready" : "connecting"),
			checkDatabase: () => store.checkWritable(),
			isStopping: () => false,
		},
		logger,
	);
	const metrics = joinMetrics(own.metrics, () => {
		// The database is checked while the processes' metrics are read. If it were checked afterwards, a slow database
		// would delay the answer further.
		void own.health.isWritable();
		return supervisor.readMetrics();
	});
	const stop = await serveOperations({ host, names, port, logger, health: supervisor, metrics });
	return {
		carry: (process: number) => void metrics.carry(process),
		close: async () => {
			own.close();
			await stop();
		},
	};
};

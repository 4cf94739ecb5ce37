import type { Logger } from "@herald/common/log.ts";
import { type REST, Routes } from "discord.js";
import { commandsFor } from "../../commands/index.ts";
import type { Config } from "../config.ts";
import { keepTrying } from "../discord/keep-trying.ts";
import { registerCommands } from "../discord/register.ts";
import { createRest } from "../discord/rest.ts";
import type { ShardPart } from "../discord/shard-part.ts";
import { type LoginLimit, LoginSlots } from "../processes/login-slots.ts";
import { Supervisor } from "../processes/supervisor.ts";
import { createRequestLimiter } from "../speech/traffic/request-limiter.ts";
import type { Ends, Stop } from "./bot-options.ts";
import { holdShards } from "./hold-shards.ts";
import { prepareBot } from "./prepare-bot.ts";
import { type ShownProcesses, showProcesses } from "./show-processes.ts";

interface Processes {
	/** The shards of each process. */
	readonly parts: readonly ShardPart[];
	/** The file that a process runs. */
	readonly entry: URL;
	/** Writes a line that a process has logged. */
	readonly writeLine: (line: string) => void;
}

const readLoginLimit = async (rest: REST): Promise<LoginLimit | undefined> => {
	try {
		const answer = (await rest.get(Routes.gatewayBot())) as { readonly session_start_limit?: LoginLimit };
		return answer.session_start_limit;
	} catch {
		// If Discord doesn't answer, logins fail anyway.
		return undefined;
	}
};

const register = async (
	rest: REST,
	config: Pick<Config, "accounts" | "installs">,
	patience: Parameters<typeof keepTrying>[1],
) => {
	const { id } = (await keepTrying(() => rest.get(Routes.currentApplication()), patience)) as { id: string };
	const written = commandsFor(config).map(({ data }) => data);
	return keepTrying(() => registerCommands(rest, id, written), patience);
};

/**
 * Runs the bot in several processes, each with a part of the shards. Does once what they share.
 *
 * @returns a function that stops all processes in order
 * @throws StartError with a sentence for the operator; the signal's reason if it aborts
 */
export const superviseBot = async (
	config: Config,
	logger: Logger,
	{ parts, entry, writeLine }: Processes,
	{ signal, onEnd }: Ends,
): Promise<Stop> => {
	const prepared = await prepareBot(config, logger, Date.now, signal);
	const own = prepared.embedded ?? prepared.standIn;
	const rest = createRest(config.discord);
	const shards = parts.flatMap(({ ids }) => ids).length;
	const takeShared = config.discord.part && prepared.store.identifySlots.take;
	let shown: ShownProcesses | undefined;
	let giveShards = async () => {};
	const supervisor = new Supervisor({
		entry,
		parts,
		writeLine,
		logger,
		onEnd,
		limiter: createRequestLimiter(config.speech.requestsMax),
		...(own && { service: own }),
		logins: new LoginSlots({ readLimit: () => readLoginLimit(rest), ofStart: shards, takeShared, logger }),
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
		const registered = await register(rest, config, {
			apiUrl: config.discord.apiUrl,
			logger,
			signal,
		});
		await supervisor.start(registered, signal);
		logger.info({ event: "ready", processes: parts.length, shards }, "all processes are ready");
	} catch (error) {
		await stop();
		throw error;
	}
	return stop;
};

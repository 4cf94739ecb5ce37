/** Herald's entry point. Starts the bot if there is a token, else the playground, which runs this file with a token. */

import type { Logger, ProcessLogger } from "@herald/common/log.ts";
import { offerHelp } from "@herald/common/process/command-line.ts";
import { exitCodes, refuseToStart } from "@herald/common/process/refuse-to-start.js";
import { endWithNpm, notifyWatchdog } from "@herald/common/process/supervisors.ts";
import { StartError, type StartReason } from "@herald/common/start-error.ts";
import type { Ends, Stop } from "./bot/bot-options.ts";
import type { Config } from "./config.ts";
import { isNoBotToken, noBotToken } from "./discord/bot-token.ts";
import type { Supervision } from "./processes/join-supervisor.ts";
import type { EndReason } from "./processes/talk.ts";
import { FinalError } from "./shared/final-error.ts";
import { Problem } from "./shared/problem.ts";

/** How long a stop may take after the grace, in ms. The process then exits anyway. */
const stopMaxMs = 10_000;
/**
 * Two signals within this time, in ms, count as one: npm forwards a signal that the terminal has already sent to all
 * processes.
 */
const sameSignalMs = 1_000;
const entry = new URL(import.meta.url);

const usage = `Start Herald: the bot if DISCORD_TOKEN is set, else the playground, a Discord on this machine.

  npm start

Settings are in .env or the environment: see docs/settings.md. npm run setup sets up what a real server needs, and
npm run doctor checks all of it.
`;

interface Situation {
	readonly config: Config;
	readonly logger: ProcessLogger;
	readonly ends: Ends;
	/** The connection to the supervisor; undefined if the process has none. */
	readonly supervision: Supervision | undefined;
	/** Writes a line that another process has logged. */
	readonly writeLine: (line: string) => void;
}

/**
 * Loads only what is needed: the bot doesn't need the playground, and the playground's launcher doesn't need the bot.
 */
const start = async (situation: Situation): Promise<Stop> => {
	const { config, logger } = situation;
	if (config.discord.token !== "") return startHerald(situation);
	process.stdout.write("Starting…\n");
	const { launchPlayground } = await import("./playground/launch.ts");
	return launchPlayground(config, logger, entry);
};

const startHerald = async ({ config, logger, ends, supervision, writeLine }: Situation): Promise<Stop> => {
	if (supervision) {
		const { surroundProcess } = await import("./bot/surround-bot.ts");
		const { runBot } = await import("./bot/bot.ts");
		return runBot(config, logger, await surroundProcess(config, logger, supervision, ends.signal), {}, ends);
	}
	const { discord } = config;
	if (discord.shardsPerProcess !== undefined) {
		const { planProcesses, superviseBot } = await import("./bot/supervise-bot.ts");
		const parts = await planProcesses(discord, discord.shardsPerProcess, logger, ends.signal);
		if (parts.length > 1) return superviseBot(config, logger, { parts, entry, writeLine }, ends);
	}
	// Reasons not to start, such as a locked folder, are found before the rest is loaded.
	const { surroundBot } = await import("./bot/surround-bot.ts");
	const around = await surroundBot(config, logger, {}, ends);
	const { runBot } = await import("./bot/bot.ts");
	return runBot(config, logger, around, {}, ends);
};

/** @returns the connection to the supervisor; undefined in a process without one */
const findSupervision = async (): Promise<Supervision | undefined> => {
	if (process.argv[2] !== "process") return undefined;
	// A terminal or service manager signals every process, but the supervisor decides when this one stops.
	for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
	const { joinSupervisor } = await import("./processes/join-supervisor.ts");
	// If the supervisor has ended, this process ends, too.
	return joinSupervisor().catch(() => process.exit(1));
};

const main = async (supervision: Supervision | undefined): Promise<void> => {
	notifyWatchdog();
	const [{ readConfig }, { ConfigError, warnOfRemoved }] = await Promise.all([
		import("./config.ts"),
		import("@herald/common/environment.ts"),
	]);
	const { createLogger, openTerminal } = await import("@herald/common/log.ts");
	const config = readConfig(process.env);
	if (isNoBotToken(config.discord)) throw new ConfigError(noBotToken);
	const terminal = await openTerminal();
	const herald = createLogger("herald", config.logLevel, terminal);
	const processLogger = supervision ? herald.child({ process: supervision.number }) : herald;
	const logger: Logger = processLogger;
	if (!supervision) warnOfRemoved(process.env, logger);
	let stoppingSince: number | undefined;
	const starting = new AbortController();
	const started = start({
		config,
		logger: processLogger,
		ends: {
			signal: starting.signal,
			onEnd: (why) => {
				if (supervision) return void supervision.reportFailure(describe(why));
				const { event, ended } =
					why instanceof FinalError
						? ({ event: "discord_gave_up", ended: "the connection to Discord has ended" } as const)
						: ({ event: "shards_lost", ended: "the shards aren't this machine's any more" } as const);
				logger.fatal({ event }, why.message);
				void end(ended, { exitCode: exitCodes[why.reason] });
			},
		},
		supervision,
		writeLine: (line) => void (terminal ?? process.stdout).write(`${line}\n`),
	});
	const end = async (why: string, { exitCode = 0, graceMs = 0 } = {}) => {
		if (stoppingSince !== undefined) return;
		stoppingSince = performance.now();
		logger.info({ event: "stopping", why, graceMs }, "stopping");
		setTimeout(() => process.exit(1), graceMs + stopMaxMs).unref();
		starting.abort();
		const stop = await started.catch(() => undefined);
		await stop?.(graceMs);
		process.exit(exitCode);
	};
	// On Ctrl-C, the playground and the bot that it started stop without a grace.
	const isPlayground = config.discord.token === "" || process.send !== undefined;
	const obey = (signal: string) => {
		if (stoppingSince === undefined)
			void end(signal, { graceMs: isPlayground && signal === "SIGINT" ? 0 : config.stopGraceMs });
		else if (performance.now() - stoppingSince > sameSignalMs) process.exit(1);
	};
	if (supervision) supervision.onStop((graceMs) => void end("the supervisor stops", { graceMs }));
	else for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, obey);
	// The parent process has ended, so this one does, too.
	process.on("disconnect", () => end("disconnect"));
	if (!process.send) endWithNpm(() => void end("npm has ended", { graceMs: config.stopGraceMs }));
	try {
		await started;
	} catch (error) {
		if (stoppingSince === undefined) throw error;
	}
	if (stoppingSince !== undefined) return;
	process.on("unhandledRejection", (error) =>
		logger.error({ event: "unhandled_rejection", err: error }, "unhandled rejection"),
	);
	// After an uncaught exception, the state is unknown: exit, so that the service manager restarts Herald. Herald then
	// rejoins its voice channels.
	process.on("uncaughtException", (error) => {
		logger.fatal({ event: "uncaught_exception", err: error }, "uncaught exception");
		void end("uncaught exception", { exitCode: 1 });
	});
	if (supervision) await supervision.reportStarted();
	else process.send?.({ type: "ready" });
};

const describe = (error: unknown): EndReason => ({
	message: error instanceof StartError ? error.message : `Herald couldn't start: ${describeWhy(error)}`,
	isFinal: error instanceof FinalError,
});

/** @returns a sentence for an expected failure; for a bug, its stack */
const describeWhy = (error: unknown): unknown =>
	error instanceof Problem
		? `${error.message}. Start it again when that is over.`
		: ((error as Error | null)?.stack ?? error);

const reasonOf = (error: unknown): StartReason =>
	error instanceof StartError ? error.reason : error instanceof Problem ? "other" : "bug";

offerHelp(usage);
const supervision = await findSupervision();
await main(supervision).catch(async (error: unknown) => {
	const failure = describe(error);
	if (!supervision) return refuseToStart(reasonOf(error), failure.message);
	await supervision.reportFailure(failure);
	process.exit(1);
});

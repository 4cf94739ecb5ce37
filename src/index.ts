/** Herald as a process: the bot if there is a token, otherwise the playground, which starts this again with one. */
import type { Ends, Stop } from "./bot-options.ts";
import type { Config } from "./config.ts";
import { followNpm } from "./follow-npm.ts";
import type { Logger, ProcessLogger } from "./log.ts";
import { StartError } from "./start-error.ts";

/** How long a stop may take beside its grace, in ms. */
const stopMaxMs = 10_000;
/** npm passes on a signal that a terminal or a supervisor has already sent to everybody: within this time it counts once. */
const sameSignalMs = 1_000;

/** Loads only what runs: the bot doesn't need the playground, and the playground's launcher doesn't need the bot. */
const start = async (config: Config, logger: ProcessLogger, ends: Ends): Promise<Stop> => {
	if (config.discord.token !== "") {
		const { startBot } = await import("./bot.ts");
		return startBot(config, logger, {}, ends);
	}
	const { startPlayground } = await import("./playground/start.ts");
	return startPlayground(config, logger, new URL(import.meta.url));
};

const main = async (): Promise<void> => {
	const { readConfig } = await import("./config.ts");
	const { createLogger } = await import("./log.ts");
	const { openTerminal } = await import("./open-terminal.ts");
	const config = readConfig(process.env);
	const processLogger = createLogger("herald", config.logLevel, await openTerminal());
	const logger: Logger = processLogger;
	let stoppingSince: number | undefined;
	const starting = new AbortController();
	const started = start(config, processLogger, {
		signal: starting.signal,
		onEnd: ({ message }) => {
			logger.fatal({ event: "discord_gave_up" }, message);
			void end("the connection to Discord has ended", { exitCode: 1 });
		},
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
	// Whoever ends the playground from its terminal doesn't wait for anybody.
	const isPlayground = config.discord.token === "" || process.send !== undefined;
	for (const signal of ["SIGINT", "SIGTERM"] as const)
		process.on(signal, () => {
			if (stoppingSince === undefined)
				void end(signal, { graceMs: isPlayground && signal === "SIGINT" ? 0 : config.stopGraceMs });
			else if (performance.now() - stoppingSince > sameSignalMs) process.exit(1);
		});
	// The playground started the bot: exit with it.
	process.on("disconnect", () => end("disconnect"));
	if (!process.send) followNpm(() => void end("npm has ended", { graceMs: config.stopGraceMs }));
	try {
		await started;
	} catch (error) {
		if (stoppingSince === undefined) throw error;
	}
	if (stoppingSince !== undefined) return;
	process.on("unhandledRejection", (error) =>
		logger.error({ event: "unhandled_rejection", err: error }, "unhandled rejection"),
	);
	// The state is unknown: exit and let the supervisor restart us. Herald then rejoins its voice channels.
	process.on("uncaughtException", (error) => {
		logger.fatal({ event: "uncaught_exception", err: error }, "uncaught exception");
		void end("uncaught exception", { exitCode: 1 });
	});
	process.send?.({ type: "ready" });
};

await main().catch((error: unknown) => {
	const told =
		error instanceof StartError
			? error.message
			: `Herald couldn't start: ${(error as Error | null)?.stack ?? error}`;
	process.stderr.write(`${told}\n`);
	process.exit(1);
});

/** Herald as a process: the bot if there is a token, otherwise the playground, which starts this again with one. */
import type { Ends } from "./bot.ts";
import type { Config } from "./config.ts";
import type { Logger, ProcessLogger } from "./log.ts";
import { StartError } from "./start-error.ts";

/** How long a stop may take in all, in ms. */
const stopMaxMs = 15_000;

/** Loads only what runs: the bot doesn't need the playground, and the playground's launcher doesn't need the bot. */
const start = async (config: Config, logger: ProcessLogger, ends: Ends): Promise<() => Promise<void>> => {
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
	let stopping = false;
	const starting = new AbortController();
	const started = start(config, processLogger, {
		signal: starting.signal,
		onEnd: ({ message }) => {
			logger.fatal({ event: "discord_gave_up" }, message);
			void end("the connection to Discord has ended", 1);
		},
	});
	const end = async (why: string, exitCode = 0) => {
		if (stopping) return;
		stopping = true;
		logger.info({ event: "stopping", why }, "stopping");
		setTimeout(() => process.exit(1), stopMaxMs).unref();
		starting.abort();
		const stop = await started.catch(() => undefined);
		await stop?.();
		process.exit(exitCode);
	};
	for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => end(signal));
	// The playground started the bot: exit with it.
	process.on("disconnect", () => end("disconnect"));
	try {
		await started;
	} catch (error) {
		if (!stopping) throw error;
	}
	if (stopping) return;
	process.on("unhandledRejection", (error) =>
		logger.error({ event: "unhandled_rejection", err: error }, "unhandled rejection"),
	);
	// The state is unknown: exit and let the supervisor restart us. Herald then rejoins its voice channels.
	process.on("uncaughtException", (error) => {
		logger.fatal({ event: "uncaught_exception", err: error }, "uncaught exception");
		void end("uncaught exception", 1);
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

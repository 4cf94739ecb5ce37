/** Herald as a process: the bot if there is a token, otherwise the playground, which starts this again with one. */
import type { Config } from "./config.ts";
import type { Logger } from "./log.ts";
import { StartError } from "./start-error.ts";

const oldestNode = 24;
/** How long a stop may take in all, in ms. */
const stopMaxMs = 15_000;

const explain = (error: unknown): string | undefined => {
	if (error instanceof StartError) return error.message;
	if ((error as { code?: unknown } | null)?.code === "TokenInvalid")
		return "Discord refused DISCORD_TOKEN: copy the bot's token from the developer portal again.";
	if (error instanceof TypeError && error.message === "fetch failed") {
		const { code, message } = (error.cause ?? {}) as { code?: string; message?: string };
		return `Herald can't reach Discord (${code ?? message}): check this machine's network, and DISCORD_API_URL if it is set.`;
	}
	return undefined;
};

/** Loads only what runs: the bot doesn't need the playground, and the playground's launcher doesn't need the bot. */
const start = async (config: Config, logger: Logger): Promise<() => Promise<void>> => {
	if (config.discord.token !== "") {
		const { startBot } = await import("./bot.ts");
		return startBot(config, logger);
	}
	const { startPlayground } = await import("./playground/start.ts");
	return startPlayground(config, logger, new URL(import.meta.url));
};

const main = async (): Promise<void> => {
	if (Number.parseInt(process.versions.node, 10) < oldestNode)
		throw new StartError(
			`Herald needs Node ${oldestNode} or newer; this is ${process.versions.node}. On Linux, npm ci installs one that npm start uses; elsewhere, install a newer Node.`,
		);
	const { readConfig } = await import("./config.ts");
	const { createLogger } = await import("./log.ts");
	const config = readConfig(process.env);
	const logger = createLogger("herald", config.logLevel);
	const stop = await start(config, logger);

	let stopping = false;
	const end = async (why: string, exitCode = 0) => {
		if (stopping) return;
		stopping = true;
		logger.info({ why }, "stopping");
		setTimeout(() => process.exit(1), stopMaxMs).unref();
		await stop();
		process.exit(exitCode);
	};
	for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => end(signal));
	// The playground started the bot: exit with it.
	process.on("disconnect", () => end("disconnect"));
	process.on("unhandledRejection", (error) => logger.error({ err: error }, "unhandled rejection"));
	// The state is unknown: exit and let the supervisor restart us. Herald then rejoins its voice channels.
	process.on("uncaughtException", (error) => {
		logger.fatal({ err: error }, "uncaught exception");
		void end("uncaught exception", 1);
	});
	process.send?.({ type: "ready" });
};

await main().catch((error: unknown) => {
	const told = explain(error) ?? `Herald couldn't start: ${(error as Error | null)?.stack ?? error}`;
	process.stderr.write(`${told}\n`);
	process.exit(1);
});

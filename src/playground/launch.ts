import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Logger } from "pino";
import { startPlayground } from "./index.ts";

export interface LaunchOptions {
	readonly port: number;
	readonly logger: Logger;
	/** The program to run against this Discord: the bot's own entry. */
	readonly botEntry: URL;
	/** What the bot finds in its environment beside this process's own. */
	readonly environment: Readonly<Record<string, string>>;
}

/** How long the bot may take to end before it is made to, in ms. */
const endPatienceMs = 8_000;

const startBot = (entry: URL, environment: Readonly<Record<string, string>>): Promise<ChildProcess> =>
	new Promise((resolve, reject) => {
		const child = fork(entry, { env: { ...process.env, ...environment } });
		child.once("message", () => resolve(child));
		child.once("exit", (code) => reject(new Error(`the bot ended with ${code} before it was ready`)));
		child.once("error", reject);
	});

const endBot = async (child: ChildProcess): Promise<void> => {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exit = once(child, "exit");
	child.kill("SIGTERM");
	const timer = setTimeout(() => child.kill("SIGKILL"), endPatienceMs);
	await exit;
	clearTimeout(timer);
};

/**
 * Starts the playground and the very same bot against it.
 *
 * @returns how to stop both
 */
export const launchPlayground = async ({
	port,
	logger,
	botEntry,
	environment,
}: LaunchOptions): Promise<() => Promise<void>> => {
	const botToken = randomBytes(24).toString("base64url");
	const playground = await startPlayground({ port, logger, botToken, botName: "Herald" });
	let bot: ChildProcess;
	try {
		bot = await startBot(botEntry, {
			...environment,
			DISCORD_TOKEN: botToken,
			DISCORD_API_URL: playground.apiUrl,
			NODE_EXTRA_CA_CERTS: playground.certificateFile,
		});
	} catch (error) {
		await playground.stop();
		throw error;
	}
	let stopping = false;
	bot.once("exit", (code, signal) => {
		if (stopping) return;
		logger.error({ code, signal }, "the bot ended by itself");
		void playground.stop().finally(() => process.exit(1));
	});
	process.stdout.write(`Herald's playground is at ${playground.url}/\n`);
	return async () => {
		stopping = true;
		await endBot(bot);
		await playground.stop();
	};
};

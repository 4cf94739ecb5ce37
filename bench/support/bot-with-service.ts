import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { prepared } from "@herald/common/testing/program-environment.ts";
import type { Playground } from "@herald/playground";
import type { MemoryReport } from "./report-memory.ts";

/** The token of every measured bot. */
export const token = "bench";

/** Starts a bot with the embedded service, as `npm start` does. */
export const startBot = async (playground: Playground, dataDir: string): Promise<ChildProcess> => {
	const bot = fork(new URL("../../src/index.ts", import.meta.url), {
		execArgv: [...prepared, "--import", new URL("report-memory.ts", import.meta.url).href],
		env: {
			...process.env,
			DATA_DIR: dataDir,
			DISCORD_TOKEN: token,
			DISCORD_API_URL: playground.apiUrl,
			NODE_EXTRA_CA_CERTS: playground.certificateFile,
			MEMBER_SECONDS_PER_DAY: "0",
			GUILD_SECONDS_PER_DAY: "0",
			LOG_LEVEL: "warn",
		},
	});
	await once(bot, "message");
	return bot;
};

/** Stops the bot, and waits until it has ended. */
export const stopBot = async (bot: ChildProcess): Promise<void> => {
	bot.kill("SIGTERM");
	await once(bot, "exit");
};

/** @returns the bot's memory usage */
export const askMemory = async (bot: ChildProcess): Promise<MemoryReport> => {
	const answer = once(bot, "message");
	bot.send("report memory");
	return (await answer)[0] as MemoryReport;
};

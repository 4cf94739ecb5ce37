/** Herald in its own process, which tells on request what processor time it has taken; nothing else is added to it. */
import { startBot } from "../../src/bot.ts";
import { readConfig } from "../../src/config.ts";
import { createLogger } from "../../src/log.ts";

/** What the process has taken since its start. */
export interface Taken {
	/** Of processors, by all its threads, in ms. */
	readonly cpuMs: number;
	readonly rssMiB: number;
}

const stop = await startBot(readConfig(process.env), createLogger("herald", "warn"));
const end = async (): Promise<void> => {
	await stop();
	process.exit(0);
};
process.on("message", () => {
	const { user, system } = process.cpuUsage();
	const taken: Taken = { cpuMs: (user + system) / 1_000, rssMiB: process.memoryUsage.rss() / 2 ** 20 };
	process.send?.(taken);
});
process.on("disconnect", end);
process.on("SIGTERM", end);
process.send?.("ready");

/** Herald in its own process. It reports on request what it holds, and survives a full disk. */
import { readdirSync, readFileSync } from "node:fs";
import { createLogger } from "@herald/common/log.ts";
import { readConfig } from "../../src/config.ts";
import { startBot } from "../../test/support/start-bot.ts";

export interface ProcessUse {
	readonly "memory MB": number;
	/** The part of the memory that isn't mapped from files. */
	readonly "anonymous MB": number;
	readonly "heap MB": number;
	readonly sockets: number;
	readonly timers: number;
	readonly listeners: number;
	readonly files: number;
}

const socketKinds: ReadonlySet<string> = new Set(["TCPSocketWrap", "TLSWrap", "UDPWrap"]);
const megabyte = 1024 * 1024;

const measure = (): ProcessUse => {
	const { rss, heapUsed } = process.memoryUsage();
	const active = process.getActiveResourcesInfo();
	return {
		"memory MB": rss / megabyte,
		"anonymous MB": Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024,
		"heap MB": heapUsed / megabyte,
		sockets: active.filter((kind) => socketKinds.has(kind)).length,
		timers: active.filter((kind) => kind === "Timeout").length,
		listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
		files: readdirSync("/proc/self/fd").length,
	};
};

// With a limit on file size, a write fails with an error instead of ending the process.
process.on("SIGXFSZ", () => {});
const stop = await startBot(readConfig(process.env), createLogger("herald", "warn"));
const end = async (): Promise<void> => {
	await stop();
	process.exit(0);
};
process.on("message", () => process.send?.(measure()));
process.on("disconnect", end);
process.on("SIGTERM", end);
process.send?.("ready");

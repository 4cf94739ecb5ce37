/** Herald in its own process. It reports on request its memory, and how long its event loop was blocked. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setFlagsFromString, writeHeapSnapshot } from "node:v8";
import { runInNewContext } from "node:vm";
import { createLogger } from "@herald/common/log.ts";
import { readConfig } from "../../src/config.ts";
import { startBot } from "../../test/support/start-bot.ts";

/** Memory in bytes, and the delay of the event loop since the last report in ms. */
export interface Measurement {
	readonly rss: number;
	/** After garbage collection. */
	readonly heap: number;
	readonly delayP99: number;
	readonly delayMax: number;
	/** Processor time of all threads until the bot was ready, in ms. */
	readonly startMs: number;
}

const histogram = monitorEventLoopDelay({ resolution: 1 });
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const nanosecondsInMs = 1e6;

histogram.enable();
const stop = await startBot(readConfig(process.env), createLogger("herald", "warn"));
const { user, system } = process.cpuUsage();
const startMs = (user + system) / 1_000;
process.on("message", (message) => {
	const { rss } = process.memoryUsage();
	const delayP99 = histogram.percentile(99) / nanosecondsInMs;
	const delayMax = histogram.max / nanosecondsInMs;
	collectGarbage();
	if (typeof message === "string" && message.startsWith("/")) writeHeapSnapshot(message);
	const heap = process.memoryUsage().heapUsed;
	process.send?.({ rss, heap, delayP99, delayMax, startMs } satisfies Measurement);
	histogram.reset();
});
const end = async (): Promise<void> => {
	await stop();
	process.exit(0);
};
process.on("disconnect", end);
process.on("SIGTERM", end);
process.send?.("ready");

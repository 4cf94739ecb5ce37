/** Herald in its own process. It reports on request how long its event loop was blocked. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createLogger } from "@herald/common/log.ts";
import { readConfig } from "../../src/config.ts";
import { startBot } from "../../test/support/start-bot.ts";

/** The delay of the event loop since the last reset, in ms. */
export interface LoopDelay {
	readonly p50: number;
	readonly p99: number;
	readonly max: number;
}

const histogram = monitorEventLoopDelay({ resolution: 1 });
const toMs = (nanoseconds: number): number => nanoseconds / 1e6;

const stop = await startBot(readConfig(process.env), createLogger("herald", "warn"));
process.on("message", (message) => {
	if (message === "reset") histogram.reset();
	if (message !== "delay") return;
	const delay: LoopDelay = {
		p50: toMs(histogram.percentile(50)),
		p99: toMs(histogram.percentile(99)),
		max: toMs(histogram.max),
	};
	process.send?.(delay);
});
process.on("disconnect", async () => {
	await stop();
	process.exit(0);
});
histogram.enable();
process.send?.("ready");

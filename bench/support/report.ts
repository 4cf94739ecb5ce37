/** Preloaded into Herald (`node --import`). Tells the parent process what this process uses, on request. */
import { readdirSync, readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setFlagsFromString, writeHeapSnapshot } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

const socketKinds: ReadonlySet<string> = new Set(["TCPSocketWrap", "TLSWrap", "UDPWrap"]);
const histogram = monitorEventLoopDelay({ resolution: 1 });
const toMs = (nanoseconds: number): number => nanoseconds / 1e6;

const collectGarbage = (): void => {
	setFlagsFromString("--expose-gc");
	runInNewContext("gc")();
};

const report = () => {
	const active = process.getActiveResourcesInfo();
	return {
		/** In bytes. */
		memory: process.memoryUsage(),
		/** The part of the memory that isn't mapped from files, in kB. */
		anonymousKb: Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]),
		/** The delay of the event loop since the last report, in ms. */
		delay: {
			p50: toMs(histogram.percentile(50)),
			p99: toMs(histogram.percentile(99)),
			max: toMs(histogram.max),
		},
		sockets: active.filter((kind) => socketKinds.has(kind)).length,
		timers: active.filter((kind) => kind === "Timeout").length,
		listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
		files: readdirSync("/proc/self/fd").length,
	};
};

export type Report = ReturnType<typeof report>;

if (isMainThread) {
	// With this listener, a write beyond the limit on file size fails with an error instead of ending the process.
	process.on("SIGXFSZ", () => {});
	// Any message but `report` collects garbage first. A path also writes a heap snapshot there.
	process.on("message", (asked: string) => {
		if (asked !== "report") collectGarbage();
		if (asked.startsWith("/")) writeHeapSnapshot(asked);
		process.send?.(report());
		histogram.reset();
	});
	// The listener for messages must not keep the program running.
	process.channel?.unref();
	histogram.enable();
}

import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";

/**
 * @param worker - the file whose functions the thread runs
 * @param idleMs - how long the thread may be without a task before it ends, in ms
 * @param heapMegabytes - the thread's memory limit
 * @returns a pool of one thread, which is started when first needed
 */
export const poolOfOne = (worker: URL, idleMs: number, heapMegabytes: number): Piscina =>
	new Piscina({
		filename: fileURLToPath(worker),
		minThreads: 0,
		maxThreads: 1,
		idleTimeout: idleMs,
		resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
	});

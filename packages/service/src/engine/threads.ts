import { availableParallelism } from "node:os";
import { FairQueue } from "@herald/common/fair-queue.ts";
import { Piscina } from "piscina";
import { compileFlite } from "./flite/flite.ts";
import type { Asker } from "./speech-engine.ts";
import type * as tasks from "./worker.ts";

type Tasks = typeof tasks;

/** Threads that speak and read for the engines, each task on its own. */
export interface EngineThreads {
	/** @throws what the task throws; the signal's reason when it aborts before the task has begun */
	run<Name extends keyof Tasks>(
		name: Name,
		task: Parameters<Tasks[Name]>[0],
		asker: Asker,
	): Promise<ReturnType<Tasks[Name]>>;
	/** Stops the threads; tasks in progress fail. */
	close(): Promise<void>;
}

/**
 * Starts threads, and has a word spoken in each, so that the first request doesn't wait.
 *
 * @param count - by default cores − 1, at least one
 */
export const startThreads = async (
	count = Math.max(1, availableParallelism() - 1),
): Promise<EngineThreads> => {
	const pool = new Piscina({
		filename: new URL("worker.ts", import.meta.url).href,
		minThreads: count,
		maxThreads: count,
		workerData: { flite: await compileFlite() },
	});
	const turns = new FairQueue<number>({ mayBegin: (running) => running < count, perOwner: count });
	const run: EngineThreads["run"] = (name, task, { owner, signal }) =>
		turns.run(owner, () => pool.run(task, { name }), signal);
	await Promise.all(Array.from({ length: count }, () => pool.run(undefined, { name: "warmUp" })));
	return { run, close: () => pool.destroy() };
};

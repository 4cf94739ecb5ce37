import { availableParallelism } from "node:os";
import { Piscina } from "piscina";
import { compileFlite } from "./flite/flite.ts";
import type * as tasks from "./worker.ts";

type Tasks = typeof tasks;

/** Threads that speak and read for the engines, each task on its own: several texts are spoken in turns. */
export interface EngineThreads {
	/** @throws what the task throws; the signal's reason when it aborts before the task has begun */
	run<Name extends keyof Tasks>(
		name: Name,
		task: Parameters<Tasks[Name]>[0],
		signal?: AbortSignal,
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
	const run: EngineThreads["run"] = async (name, task, signal) => {
		signal?.throwIfAborted();
		return pool.run(task, { name });
	};
	await Promise.all(Array.from({ length: count }, () => run("warmUp", undefined)));
	return { run, close: () => pool.destroy() };
};

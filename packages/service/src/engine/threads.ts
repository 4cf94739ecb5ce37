import { availableParallelism } from "node:os";
import { FairQueue } from "@herald/common/fair-queue.ts";
import { Piscina } from "piscina";
import { compileFlite } from "./flite/flite.ts";
import { type Phrase, type Reading, readText } from "./read-text.ts";
import type { Asker } from "./speech-engine.ts";
import type * as tasks from "./worker.ts";

type Tasks = typeof tasks;

/** Texts of up to so many characters are read at once, in about a millisecond, and don't wait for a thread. */
const readHereMax = 500;

/** Threads that speak and read for the engines, each task on its own. */
export interface EngineThreads {
	/** @throws what the task throws; the signal's reason when it aborts before the task has begun */
	run<Name extends keyof Tasks>(
		name: Name,
		task: Parameters<Tasks[Name]>[0],
		asker: Asker,
	): Promise<Awaited<ReturnType<Tasks[Name]>>>;
	/** @returns the phrases of a text that an engine can speak */
	read(reading: Reading, asker: Asker): Promise<readonly Phrase[]>;
	/** Stops the threads; tasks in progress fail. */
	close(): Promise<void>;
}

/**
 * Starts threads, and has a word read here and spoken in each, so that the first request doesn't wait.
 *
 * @param count - by default cores − 1, at least one
 * @param language - a BCP 47 tag: the one that is read most, beside English
 */
export const startThreads = async (
	count = Math.max(1, availableParallelism() - 1),
	language = "en",
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
	const warm = Array.from({ length: count }, () => pool.run(undefined, { name: "warmUp" }));
	// Patterns are compiled by their first text, and again by the first one that has more than Latin-1.
	for (const text of ["Hello.", "Hello…"]) {
		readText({ text, language: "en", isForFlite: true });
		readText({ text, language, isForFlite: false });
	}
	await Promise.all(warm);
	const read: EngineThreads["read"] = async (reading, asker) =>
		reading.text.length <= readHereMax ? readText(reading) : run("readText", reading, asker);
	return { run, read, close: () => pool.destroy() };
};

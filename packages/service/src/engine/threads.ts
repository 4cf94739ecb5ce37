import { availableParallelism } from "node:os";
import { FairQueue } from "@herald/common/fair-queue.ts";
import { Piscina } from "piscina";
import { compileFlite } from "./flite/flite.ts";
import { type Phrase, type Reading, readText } from "./read-text.ts";
import type { Asker } from "./speech-engine.ts";
import type * as tasks from "./worker.ts";

type Tasks = typeof tasks;

/** The most characters of a text that doesn't wait for a thread: cutting it into phrases takes about a millisecond. */
const readHereMax = 500;

/** Threads that read texts and speak phrases for the engines. */
export type EngineThreads = Awaited<ReturnType<typeof startThreads>>;

/**
 * Starts threads and warms them up with a word, so that the first request doesn't wait.
 *
 * @param count - the number of threads; by default cores − 1, at least one
 * @param language - the BCP 47 tag of the language that is read most, besides English
 */
export const startThreads = async (count = Math.max(1, availableParallelism() - 1), language = "en") => {
	const pool = new Piscina({
		filename: new URL("worker.ts", import.meta.url).href,
		minThreads: count,
		maxThreads: count,
		workerData: { flite: await compileFlite() },
	});
	const turns = new FairQueue<number>({ mayBegin: (running) => running < count, perOwner: count });
	/** @throws what the task throws; the signal's reason if the signal aborts before the task has begun */
	const run = <Name extends keyof Tasks>(
		name: Name,
		task: Parameters<Tasks[Name]>[0],
		{ owner, signal }: Asker,
	): Promise<Awaited<ReturnType<Tasks[Name]>>> => turns.run(owner, () => pool.run(task, { name }), signal);
	const warm = Array.from({ length: count }, () => pool.run(undefined, { name: "warmUp" }));
	// Compiles the regular expressions: V8 does so at the first text, and again at the first text beyond Latin-1.
	for (const text of ["Hello.", "Hello…"]) {
		readText({ text, language: "en", isForFlite: true });
		readText({ text, language, isForFlite: false });
	}
	await Promise.all(warm);
	return {
		run,
		read: async (reading: Reading, asker: Asker): Promise<readonly Phrase[]> =>
			reading.text.length <= readHereMax ? readText(reading) : run("readText", reading, asker),
		/** Stops the threads; tasks in progress fail. */
		close: () => pool.destroy(),
	};
};

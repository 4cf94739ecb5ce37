/** A thread that loads modules, calls some of their functions, and reports the patterns that these make of strings. */
import { parentPort, workerData } from "node:worker_threads";
import type { CollectorJob, Pattern } from "./slow-patterns.ts";

const { folder, files, calls }: CollectorJob = workerData;
const made: Pattern[] = [];

globalThis.RegExp = class extends RegExp {
	constructor(...given: ConstructorParameters<typeof RegExp>) {
		super(...given);
		const { source, flags } = this;
		if (!new Error().stack?.includes("/node_modules/")) made.push({ source, flags });
	}
} as RegExpConstructor;

for (const file of files) await import(folder + file);
for (const [file, name, ...given] of calls) (await import(folder + file))[name](...given);
parentPort?.postMessage(made);

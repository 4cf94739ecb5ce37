/** A thread that loads modules, cuts a text at names, and tells which patterns were made of strings meanwhile. */
import { parentPort, workerData } from "node:worker_threads";
import type { findTurns } from "../../src/speech/text/cut-at-names.ts";

const { folder, files }: { readonly folder: string; readonly files: readonly string[] } = workerData;
const made: Pick<RegExp, "source" | "flags">[] = [];

globalThis.RegExp = class extends RegExp {
	constructor(...given: ConstructorParameters<typeof RegExp>) {
		super(...given);
		const { source, flags } = this;
		if (new Error().stack?.includes(folder)) made.push({ source, flags });
	}
} as unknown as RegExpConstructor;

for (const file of files) await import(folder + file);
const { findTurns: find }: { readonly findTurns: typeof findTurns } = await import(
	`${folder}cut-at-names.ts`
);
find("Kore: a. O'Neil : b", { names: ["Kore", "Mr. O'Neil"], exact: false, locale: "en" });
parentPort?.postMessage(made);

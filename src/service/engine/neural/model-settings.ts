import { join } from "node:path";
import type { ModelSource } from "./messages.ts";

/** Files that belong to the whole engine and not to the family of the model, as sherpa-onnx has them. */
const general = new Set(["ruleFsts", "ruleFars"]);
/** Not the library's: recordings of those whom a model imitates, who are its speakers. */
export const references = "references";

/** Files of one kind are separated by commas. */
const locate = (folder: string, paths: string): string =>
	paths
		.split(",")
		.map((path) => join(folder, path))
		.join(",");

/** @returns what sherpa-onnx is given to load a model */
export const writeModelSettings = ({ folder, kind, files }: ModelSource, threads: number) => {
	const located = Object.entries(files)
		.filter(([what]) => what !== references)
		.map(([what, paths]) => [what, locate(folder, paths)] as const);
	return {
		model: {
			[kind]: Object.fromEntries(located.filter(([what]) => !general.has(what))),
			numThreads: threads,
			provider: "cpu",
			debug: false,
		},
		...Object.fromEntries(located.filter(([what]) => general.has(what))),
		// A phrase can be stopped between two sentences.
		maxNumSentences: 1,
	};
};

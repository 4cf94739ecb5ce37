import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { analyse } from "scslre";
import { parseAst } from "vitest/node";

export type Pattern = Pick<RegExp, "source" | "flags">;

/**
 * The reasons why a pattern may take more than linear time. `Move`: the search starts anew at each place of the text.
 * `Self`: one repetition can match the same text in several ways. `Trade`: so can two repetitions together.
 */
const reportTypes = { Move: true, Self: true, Trade: true };

/** @returns why a pattern may take time that grows faster than the text; empty if it doesn't */
export const findSlowParts = ({ source, flags }: Pattern) =>
	analyse({ source, flags }, { reportTypes }).reports;

interface Literal {
	readonly pattern: string;
	readonly flags: string;
}

const findLiterals = (node: unknown): Literal[] => {
	if (typeof node !== "object" || node === null) return [];
	const { regex } = node as { regex?: Literal };
	return regex ? [regex] : Object.values(node).flatMap(findLiterals);
};

/** @returns the patterns that are written out in a TypeScript file */
export const findPatterns = (path: string): Pattern[] =>
	findLiterals(parseAst(readFileSync(path, "utf8"), { lang: "ts" })).map(({ pattern, flags }) => ({
		source: pattern,
		flags,
	}));

export interface CollectorJob {
	/** Ends with a slash. */
	readonly folder: string;
	/** The modules in `folder` that are loaded. */
	readonly files: readonly string[];
	/** The functions of modules in `folder` that are called, each with its arguments. */
	readonly calls: readonly (readonly [file: string, name: string, ...given: unknown[]])[];
}

/**
 * @returns the patterns that the job's modules, and all that they load outside of `node_modules`, make of strings; each
 * pattern once
 */
export const collectPatterns = async (job: CollectorJob): Promise<readonly Pattern[]> => {
	const worker = new Worker(new URL("collect-patterns.ts", import.meta.url), { workerData: job });
	const [made] = (await once(worker, "message")) as [Pattern[]];
	return [...new Map(made.map((pattern) => [`${pattern.flags} ${pattern.source}`, pattern])).values()];
};

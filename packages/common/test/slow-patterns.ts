import { readFileSync } from "node:fs";
import { analyse } from "scslre";
import { parseAst } from "vitest/node";

/** Where a pattern may take more than linear time: within a match, between two of its parts, or from place to place. */
const reportTypes = { Move: true, Self: true, Trade: true };

/** @returns why a pattern may take time that grows faster than the text; empty if it doesn't */
export const findSlowParts = ({ source, flags }: Pick<RegExp, "source" | "flags">) =>
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
export const findPatterns = (path: string): Pick<RegExp, "source" | "flags">[] =>
	findLiterals(parseAst(readFileSync(path, "utf8"), { lang: "ts" })).map(({ pattern, flags }) => ({
		source: pattern,
		flags,
	}));

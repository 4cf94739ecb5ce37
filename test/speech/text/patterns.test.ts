import { globSync } from "node:fs";
import {
	collectPatterns,
	findPatterns,
	findSlowParts,
	type Pattern,
} from "@herald/common/testing/slow-patterns.ts";
import { expect, test } from "vitest";

const folder = new URL("../../../src/speech/text/", import.meta.url).pathname;
const files = globSync("**/*.ts", { cwd: folder });

/**
 * Patterns that take linear time, as was found by hand: each one ends at the next mark. They are tried with hostile
 * texts, too.
 */
const judged = [String.raw`\*\*([\s\S]+?)\*\*(?!\*)`, String.raw`__([\s\S]+?)__(?!_)`];

const expectLinear = (pattern: Pattern) => {
	if (!judged.includes(pattern.source)) expect(findSlowParts(pattern), pattern.source).toEqual([]);
};

test.each(files)("every pattern in %s takes time proportional to its text", (file) => {
	for (const pattern of findPatterns(folder + file)) expectLinear(pattern);
});

test("every pattern composed of others takes time proportional to its text", async () => {
	const names = { names: ["Kore", "Mr. O'Neil"], exact: false, locale: "en" };
	const calls = [["cut-at-names.ts", "findTurns", "Kore: a. O'Neil : b", names]] as const;
	const patterns = await collectPatterns({ folder, files, calls });
	expect(patterns.length).toBeGreaterThan(15);
	for (const pattern of patterns) expectLinear(pattern);
});

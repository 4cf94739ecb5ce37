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
 * Patterns that are judged by hand: their end is searched for at once, and they end at the next mark. They are also
 * tried with hostile texts.
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

import { globSync } from "node:fs";
import {
	collectPatterns,
	findPatterns,
	findSlowParts,
	type Pattern,
} from "@herald/common/testing/slow-patterns.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findTurns } from "../../../src/speech/text/cut-at-names.ts";
import { cutIntoLines } from "../../../src/speech/text/lines.ts";
import { makeSpeakable } from "../../../src/speech/text/speakable.ts";
import { someNames } from "../../support/names.ts";
import hostile from "./hostile.json" with { type: "json" };

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

/** The processor time of a text, in ms: many times what a linear rule needs, and less than a quadratic rule needs. */
const hostileMs = 10_000;
const expectInTime = (read: () => unknown) => {
	const before = process.cpuUsage();
	read();
	expect(process.cpuUsage(before).user / 1_000).toBeLessThan(hostileMs);
};
/** A text of twenty times the characters that Discord allows. */
const repeat = (unit: string) => unit.repeat(120_000 / unit.length);

describe("a long text of a repeated part is handled in time:", () => {
	test.each(hostile)("%j is read", (unit) => expectInTime(() => makeSpeakable(repeat(unit), someNames)));

	test("mixtures are read", () => {
		const several = fc.array(fc.constantFrom(...hostile), { minLength: 2, maxLength: 4 });
		const read = (units: readonly string[]) =>
			void makeSpeakable(units.join("").repeat(30_000 / units.join("").length), someNames);
		fc.assert(fc.property(several, read), { numRuns: 30 });
	});

	test.each([
		...["a. ", "a", "世", "e\u0301", "\u0301", "Mr. ", "1. ", "\n", "👩\u200D", "สวัสดี", ", ", "("],
		...["Hello there. ", '"', "。"],
	])("%j is cut into Lines", (unit) =>
		expectInTime(() => cutIntoLines(repeat(unit), { lineMax: 600, firstMax: 120, locale: "en-US" })),
	);

	test.each(["Kore: a. ", "`", "` `` ", "||x\n", "Kore", "x: "])("%j is searched for turns", (unit) =>
		expectInTime(() =>
			findTurns(`Kore: ${repeat(unit)}`, { names: ["Kore", "Old Man"], exact: false, locale: "en" }),
		),
	);
});

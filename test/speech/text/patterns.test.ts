import { globSync } from "node:fs";
import { findPatterns, findSlowParts } from "@herald/common/testing/slow-patterns.ts";
import { expect, test, vi } from "vitest";
import { findTurns } from "../../../src/speech/text/cut-at-names.ts";

const folder = new URL("../../../src/speech/text/", import.meta.url).pathname;
const files = globSync("**/*.ts", { cwd: folder });

/** What follows these is searched for at once, and all of it ends at the next mark: each is tried with hostile texts. */
const judged = [String.raw`\*\*([\s\S]+?)\*\*(?!\*)`, String.raw`__([\s\S]+?)__(?!_)`];

/** @returns the patterns that a room's modules make of strings when they are loaded, and while `use` runs */
const collectPatterns = async (use: () => void): Promise<readonly RegExp[]> => {
	const made: RegExp[] = [];
	class Collected extends RegExp {
		constructor(...given: ConstructorParameters<typeof RegExp>) {
			super(...given);
			if (new Error().stack?.includes("/src/speech/text/")) made.push(this);
		}
	}
	vi.resetModules();
	vi.stubGlobal("RegExp", Collected);
	try {
		for (const file of files) await import(folder + file);
		use();
	} finally {
		vi.unstubAllGlobals();
	}
	return made;
};

const expectLinear = (pattern: Pick<RegExp, "source" | "flags">) => {
	if (!judged.includes(pattern.source)) expect(findSlowParts(pattern), pattern.source).toEqual([]);
};

test.each(files)("every pattern in %s reads a text in a time that grows with its length alone", (file) => {
	for (const pattern of findPatterns(folder + file)) expectLinear(pattern);
});

test("so does every pattern that is put together", async () => {
	const patterns = await collectPatterns(() =>
		findTurns("Kore: a. O'Neil : b", { names: ["Kore", "Mr. O'Neil"], exact: false, locale: "en" }),
	);
	expect(patterns.length).toBeGreaterThan(15);
	for (const pattern of patterns) expectLinear(pattern);
});

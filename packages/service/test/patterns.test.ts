import { globSync } from "node:fs";
import { findPatterns, findSlowParts } from "@herald/common/testing/slow-patterns.ts";
import { expect, test } from "vitest";
import { rulesOf } from "../src/engine/writing/write-out.ts";

const folder = new URL("../src/", import.meta.url).pathname;

/** What these read isn't written by clients: the table of espeak-ng's voices, the files of a voice, names of models, rules. */
const elsewhere = [
	"engine/espeak/espeak-program.ts",
	"voices/",
	"cli/",
	"http/model-routes.ts",
	"engine/writing/rbnf.ts",
];

const files = globSync("**/*.ts", { cwd: folder }).filter(
	(file) => !file.endsWith(".d.ts") && !elsewhere.some((path) => file.startsWith(path)),
);

test.each(files)("every pattern of %s reads a text in a time that grows with its length alone", (file) => {
	for (const pattern of findPatterns(folder + file))
		expect(findSlowParts(pattern), pattern.source).toEqual([]);
});

test.each(["de", "en", "es", "fr", "it", "ja", "pt"])("so does every rule for writing out %s", (tag) => {
	for (const [pattern] of rulesOf(tag)) expect(findSlowParts(pattern), pattern.source).toEqual([]);
});

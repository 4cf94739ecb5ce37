import { globSync } from "node:fs";
import { collectPatterns, findPatterns, findSlowParts } from "@herald/common/testing/slow-patterns.ts";
import { expect, test } from "vitest";

const folder = new URL("../src/", import.meta.url).pathname;

/**
 * Sources whose patterns never read a text that is spoken. They read espeak-ng's table of voices, a voice's files,
 * the operator's arguments, the names of models, and CLDR's rules.
 */
const elsewhere = [
	"engine/espeak/espeak.ts",
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

test("so does every pattern that is put together of others, as those for writing out a language", async () => {
	const readings = ["de", "de-CH", "en", "en-IN", "es", "fr", "it", "ja", "pt", "pt-BR", "ru", "zh"].map(
		(language) => ({ text: "a", language, isForFlite: false }),
	);
	const calls = [...readings, { text: "a", language: "en", isForFlite: true }].map(
		(reading) => ["engine/read-text.ts", "readText", reading] as const,
	);
	const patterns = await collectPatterns({ folder, files: ["http/service.ts"], calls });
	expect(patterns.length).toBeGreaterThan(200);
	for (const pattern of patterns) expect(findSlowParts(pattern), pattern.source).toEqual([]);
});

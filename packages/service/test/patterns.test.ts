import { globSync, readFileSync } from "node:fs";
import { analyse } from "scslre";
import { expect, test } from "vitest";
import { parseAst } from "vitest/node";
import { rulesOf } from "../src/engine/writing/write-out.ts";

const folder = new URL("../src/", import.meta.url).pathname;
const reportTypes = { Move: true, Self: true, Trade: true };

/** What these read isn't written by clients: the table of espeak-ng's voices, the files of a voice, names of models, rules. */
const elsewhere = [
	"engine/espeak/espeak-program.ts",
	"voices/",
	"cli/",
	"http/model-routes.ts",
	"engine/writing/rbnf.ts",
];

interface Pattern {
	readonly pattern: string;
	readonly flags: string;
}

const findPatterns = (node: unknown): Pattern[] => {
	if (typeof node !== "object" || node === null) return [];
	const { regex } = node as { regex?: Pattern };
	return regex ? [regex] : Object.values(node).flatMap(findPatterns);
};

const files = globSync("**/*.ts", { cwd: folder }).filter(
	(file) => !file.endsWith(".d.ts") && !elsewhere.some((path) => file.startsWith(path)),
);

test.each(files)("every pattern of %s reads a text in a time that grows with its length alone", (file) => {
	const patterns = findPatterns(parseAst(readFileSync(folder + file, "utf8"), { lang: "ts" }));
	for (const { pattern: source, flags } of patterns)
		expect(analyse({ source, flags }, { reportTypes }).reports, source).toEqual([]);
});

test.each(["de", "en", "es", "fr", "it", "ja", "pt"])("so does every rule for writing out %s", (tag) => {
	for (const [{ source, flags }] of rulesOf(tag))
		expect(analyse({ source, flags }, { reportTypes }).reports, source).toEqual([]);
});

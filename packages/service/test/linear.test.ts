import { execFile } from "node:child_process";
import { beforeAll, expect, test } from "vitest";

/**
 * How many characters each text has: more than a request may have. A time that grows with the square of this would be
 * many minutes.
 */
const size = 50_000;
/** The time limit for all texts together, in ms: several times what they take. */
const patienceMs = 110_000;

/** A program that prints the name of each text once it has read the text. */
const program = (texts: readonly (readonly [name: string, text: string])[]) => `
	const { normalise, splitPhrases, writePlainly } = await import("./packages/service/src/engine/read-text.ts");
	const { readRequest } = await import("./packages/service/src/http/read-request.ts");
	const { findModel } = await import("./packages/common/src/wire/models.ts");
	const read = (text) => {
		splitPhrases(normalise(text), "en");
		splitPhrases(writePlainly(text, "de"), "de");
		for (const tag of ["en", "es", "fr", "ja", "pt"]) writePlainly(text, tag);
		const body = { contents: [{ parts: [{ text: text.slice(0, 32_000) + "x" }] }], generationConfig: { responseModalities: ["AUDIO"] } };
		for (let i = 0; i < 50; i += 1) readRequest(body, findModel("gemini-2.5-flash-preview-tts"));
	};
	${texts.map(([name, text]) => `read(${text}); console.log(${JSON.stringify(name)});`).join("\n")}
`;

const fill = (piece: string, before = "a", after = "b") =>
	`${JSON.stringify(before)} + ${JSON.stringify(piece)}.repeat(${Math.floor(size / piece.length)}) + ${JSON.stringify(after)}`;

const texts = [
	["dots behind an address", fill(".", "http://")],
	["spaces", fill(" ")],
	["tabs", fill("\t")],
	["line breaks", fill("\n")],
	["brackets", fill("[ ")],
	["a bracket before spaces", fill(" ", "[")],
	["spaces behind the heading of a transcript", fill(" ", "# TRANSCRIPT")],
	["marks that are out of order", fill("\u0301\u0327")],
	["marks between spaces", fill("\u0f73 ")],
	["lines", fill("\na")],
	["abbreviations", fill("Mr. ")],
	["numbers", fill("1")],
	["ordinals", fill("1. ")],
	["units and dates", fill("5 km 2026-11-22 ")],
	["directions between lines", fill("[a]\n<b>")],
	["ranges", fill("1-")],
	["sums", fill("2+")],
	["fractions", fill("1/")],
	["amounts", fill("$1.000-")],
	["times", fill("12:30-")],
	["codes", fill("A1")],
	["Roman numerals", fill("Chapter I ")],
	["phone numbers", fill("(0123) ")],
] as const;

let read: readonly string[];
beforeAll(async () => {
	read = await new Promise((resolve) =>
		execFile(
			process.execPath,
			["--input-type=module", "--eval", program(texts)],
			{ timeout: patienceMs },
			(_error, stdout, stderr) => resolve([...stdout.split("\n"), stderr]),
		),
	);
});

test.each(texts)("%s are read in a time that grows with their number alone", (name) => {
	expect(read).toContain(name);
});

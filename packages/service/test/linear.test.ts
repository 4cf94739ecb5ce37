import { execFile } from "node:child_process";
import { expect, test } from "vitest";
import texts from "./linear.json" with { type: "json" };

/**
 * How many characters each text has: more than a request may have. A time that grows with the square of this would be
 * many minutes.
 */
const size = 50_000;
/** The processor time that all texts may take together, in µs: several times what they take. */
const processorUs = 110_000_000;

/** A program that prints the name of each text once it has read the text. */
const program = `
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
	for (const [name, piece, before = "a"] of ${JSON.stringify(texts)}) {
		read(before + piece.repeat(Math.floor(${size} / piece.length)) + "b");
		console.log(name);
	}
	if (process.cpuUsage().user > ${processorUs}) console.log("too much time");
`;

test("texts of any kind are read in a time that grows with their length alone", async () => {
	const read = await new Promise((resolve) =>
		execFile(
			process.execPath,
			["--input-type=module", "--eval", program],
			{ timeout: 600_000 },
			(_error, stdout, stderr) => resolve(stdout + stderr),
		),
	);
	expect(read).toBe(texts.map(([name]) => `${name}\n`).join(""));
}, 610_000);

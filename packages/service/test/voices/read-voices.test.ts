import { mkdir, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createLogger } from "@herald/common/log.ts";
import { afterwards, newFolder } from "@herald/common/testing/afterwards.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import { readRows } from "@herald/common/testing/read-rows.ts";
import { beforeEach, expect, test } from "vitest";
import { describeMissingVoices } from "../../src/start-embedded.ts";
import { readVoices } from "../../src/voices/cast.ts";
import { voicesFilePath, watchVoices, writeVoicesFile } from "../../src/voices/voice.ts";
import { pretendVoice } from "./make-voice.ts";

const folder = newFolder();

let logged: { event: string; msg: string }[] = [];
const logger = createLogger("test", "info", { write: (line) => logged.push(JSON.parse(line)) });

const makeVoice = (name: string, sex: "f" | "m", language = "en-US") =>
	pretendVoice(folder, name, { languages: [language], speakers: [{ id: 0, sex, pitchHz: 150 }] });
const cast = { en: { Kore: { voice: "anna", speaker: 0, pitch: 1, pace: 1 } } };

beforeEach(async () => {
	await rm(join(folder, "voices"), { recursive: true, force: true });
	logged = [];
});

test("a name has one speaker a language, whatever the region, and names that nobody was given have one too", async () => {
	const voices = [makeVoice("anna", "f"), makeVoice("joerg", "m", "de_DE")];
	writeVoicesFile(folder, { format: 1, voices, cast });
	const read = await readVoices(folder, logger);
	expect(read.languages()).toEqual(["de", "en"]);
	expect(read.find("Kore", "en-GB")).toMatchObject({
		voice: { name: "anna" },
		speakerId: 0,
		pitch: 1,
		pace: 1,
	});
	expect(read.find("Puck", "en")).toMatchObject({ voice: { name: "anna" }, pitch: 0.82 });
	expect(read.find("Kore", "de-AT")?.voice.name).toBe("joerg");
	expect(read.find("Kore", "fr")).toBeUndefined();
	expect(read.find("Kore", "no language")).toBeUndefined();
	expect(read.fingerprint("en-GB")).toMatch(/^[\w-]{16}$/);
	expect(read.fingerprint("en")).not.toBe(read.fingerprint("de"));
});

test("a damaged voice is left out and told, and another speaks for its names meanwhile", async () => {
	const voices = [makeVoice("anna", "f"), makeVoice("berta", "f")];
	writeVoicesFile(folder, { format: 1, voices, cast });
	const before = await readVoices(folder, logger);
	await truncate(join(folder, "voices", "anna", "model.onnx"), 3);
	const after = await readVoices(folder, logger);
	expect(after.find("Kore", "en")?.voice.name).toBe("berta");
	expect(after.fingerprint("en")).not.toBe(before.fingerprint("en"));
	expect(logged).toMatchObject([
		{ event: "voice_damaged", msg: expect.stringMatching(/anna is damaged .* has 3 bytes instead of 5/) },
	]);
	await rm(join(folder, "voices", "berta", "model.onnx"));
	expect((await readVoices(folder, logger)).installed).toEqual([]);
});

test("a voices.json that is no such file leaves nobody without speech, and is told", async () => {
	await mkdir(join(folder, "voices"));
	for (const text of ["", "{", '{"format":2}', '{"format":1,"voices":[{"name":"../x"}],"cast":{}}']) {
		await writeFile(voicesFilePath(folder), text);
		expect((await readVoices(folder, logger)).installed).toEqual([]);
	}
	expect(logged.map(({ event }) => event)).toEqual(Array(4).fill("voices_unreadable"));
});

test("a change of voices.json is noticed, also the first one", async () => {
	let changes = 0;
	const watch = watchVoices(folder, () => {
		changes++;
	});
	afterwards(() => watch.close());
	const anna = makeVoice("anna", "f");
	// The file is written again and again, because nothing tells when the watch has looked for the first time.
	for (const count of [1, 2])
		await eventually(() => {
			writeVoicesFile(folder, { format: 1, voices: [anna], cast: {} });
			expect(changes).toBe(count);
		});
});

const missing = readRows<[voices: string, sentence: string]>(import.meta.url, "missing.tsv");

test.each(missing)("of the voices %s, what is missing is told in one sentence", (voices, sentence) => {
	const spoken = voices
		.split(" ")
		.map((voice) => voice.split("=") as [language: string, fingerprint: string]);
	expect(describeMissingVoices(new Map(spoken)) ?? "").toBe(sentence);
});

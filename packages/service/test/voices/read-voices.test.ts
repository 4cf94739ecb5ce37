import { mkdir, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createLogger } from "@herald/common/log.ts";
import { afterAll, beforeEach, expect, test } from "vitest";
import { readVoices } from "../../src/voices/cast.ts";
import { type VoiceRecord, voicesFilePath, watchVoices, writeVoicesFile } from "../../src/voices/voice.ts";
import { makeFolder } from "../open-service.ts";

const folder = await makeFolder();
afterAll(() => folder.remove());

let logged: { event: string; msg: string }[] = [];
const logger = createLogger("test", "info", { write: (line) => logged.push(JSON.parse(line)) });

const makeVoice = async (name: string, sex: "f" | "m", language = "en-US"): Promise<VoiceRecord> => {
	await mkdir(join(folder.path, "voices", name), { recursive: true });
	await writeFile(join(folder.path, "voices", name, "model.onnx"), "model");
	return {
		name,
		kind: "vits",
		files: { model: "model.onnx" },
		sizes: { "model.onnx": 5 },
		languages: [language],
		sampleRate: 22_050,
		speakers: [{ id: 0, sex, pitchHz: 150 }],
		bytes: 5,
		fingerprint: name,
	};
};
const cast = { en: { Kore: { voice: "anna", speaker: 0, pitch: 1, pace: 1 } } };

beforeEach(async () => {
	await rm(join(folder.path, "voices"), { recursive: true, force: true });
	logged = [];
});

test("a name has one speaker a language, whatever the region, and names that nobody was given have one too", async () => {
	const voices = [await makeVoice("anna", "f"), await makeVoice("joerg", "m", "de_DE")];
	writeVoicesFile(folder.path, { format: 1, voices, cast });
	const read = await readVoices(folder.path, logger);
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
	const voices = [await makeVoice("anna", "f"), await makeVoice("berta", "f")];
	writeVoicesFile(folder.path, { format: 1, voices, cast });
	const before = await readVoices(folder.path, logger);
	await truncate(join(folder.path, "voices", "anna", "model.onnx"), 3);
	const after = await readVoices(folder.path, logger);
	expect(after.find("Kore", "en")?.voice.name).toBe("berta");
	expect(after.fingerprint("en")).not.toBe(before.fingerprint("en"));
	expect(logged).toMatchObject([
		{ event: "voice_damaged", msg: expect.stringMatching(/anna is damaged .* has 3 bytes instead of 5/) },
	]);
	await rm(join(folder.path, "voices", "berta", "model.onnx"));
	expect((await readVoices(folder.path, logger)).installed).toEqual([]);
});

test("a voices.json that is no such file leaves nobody without speech, and is told", async () => {
	await mkdir(join(folder.path, "voices"));
	for (const text of ["", "{", '{"format":2}', '{"format":1,"voices":[{"name":"../x"}],"cast":{}}']) {
		await writeFile(voicesFilePath(folder.path), text);
		expect((await readVoices(folder.path, logger)).installed).toEqual([]);
	}
	expect(logged.map(({ event }) => event)).toEqual(Array(4).fill("voices_unreadable"));
});

test("a change of voices.json is noticed, also the first one", async () => {
	let changes = 0;
	const watch = watchVoices(folder.path, () => {
		changes++;
	});
	try {
		const file = { format: 1, voices: [await makeVoice("anna", "f")], cast: {} } as const;
		// The file is written again and again, because nothing tells when the watch has looked for the first time.
		const changesAfterWrite = () => {
			writeVoicesFile(folder.path, { ...file, voices: [...file.voices] });
			return changes;
		};
		await expect.poll(changesAfterWrite).toBe(1);
		await expect.poll(changesAfterWrite).toBe(2);
	} finally {
		watch.close();
	}
});

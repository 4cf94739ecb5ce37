import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterwards, newFolder } from "@herald/common/testing/afterwards.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openServiceDatabase } from "../../src/config.ts";
import { type AddedVoice, addVoice } from "../../src/voices/add-voice.ts";
import { readVoices } from "../../src/voices/cast.ts";
import { removeVoice } from "../../src/voices/change-voices.ts";
import { listFiles } from "../../src/voices/model-files.ts";
import { VoiceError, voicesFilePath, voicesFolder } from "../../src/voices/voice.ts";
import { silentLogger } from "../open-service.ts";
import { damage, damages } from "./damage.ts";
import { packers, smallBzip2 } from "./make-archive.ts";
import { makeEspeakData, makeModelFolder, makePiperVoice, modelOf } from "./make-voice.ts";
import vitsMetadata from "./vits-metadata.json" with { type: "json" };

/** The damages are the same in each run, unless FUZZ_RUNS or FUZZ_SEED is set. */
const runs = { numRuns: Number(process.env.FUZZ_RUNS ?? 40), seed: Number(process.env.FUZZ_SEED ?? 1) };

const folder = newFolder();
const dataDir = join(folder, "data");
const from = join(folder, "downloads");
const database = openServiceDatabase(dataDir);
afterwards(() => database.close());

const { signal } = new AbortController();
const add = (source: string) =>
	addVoice(
		{ source, name: "added", sex: "m", language: "en" },
		{ dataDir, database, signal, report: () => {}, startModel: async () => modelOf(110) },
	);

/** Expects that a damaged voice is added or refused with a sentence, and that no working folder is left. */
const expectAddedOrRefused = async (source: string) => {
	let added: AddedVoice | undefined;
	try {
		added = await add(source);
	} catch (error) {
		if (!(error instanceof VoiceError)) throw error;
		expect(error.message).toMatch(/\.$/);
	}
	const there = readdirSync(voicesFolder(dataDir)).filter((name) => name !== "voices.json");
	expect(there).toEqual(added ? ["added"] : []);
	expect(readdirSync(folder).sort()).toEqual(["data", "downloads"]);
	if (added) removeVoice(database, dataDir, "added");
};

const voice = await makeModelFolder(join(from, "voice"), vitsMetadata);
const files = [...listFiles(voice).keys()].map((path) => ({
	path: `voice/${path}`,
	content: readFileSync(join(voice, path)),
}));

const archives = { ...packers, "tar.bz2": () => smallBzip2 };

/** Damages a file in many ways, and expects the voice in `source` to be added or refused each time. */
const expectAlways = async (file: string, whole: Buffer, source = file) => {
	const property = fc.asyncProperty(damages, async (done) => {
		writeFileSync(file, damage(whole, done));
		await expectAddedOrRefused(source);
	});
	await fc.assert(property, runs);
	writeFileSync(file, whole);
};

test.each(Object.entries(archives))("a damaged .%s is added or refused", (ending, pack) =>
	expectAlways(join(from, `damaged.${ending}`), pack(files)),
);

test("a folder whose model is damaged is added or refused", () => {
	const file = join(voice, "model.onnx");
	return expectAlways(file, readFileSync(file), voice);
});

test("a Piper voice whose settings are damaged is added or refused", async () => {
	const piper = await makePiperVoice(join(from, "piper"), "joe");
	await makeEspeakData(join(from, "piper"));
	await expectAlways(`${piper}.json`, readFileSync(`${piper}.json`), piper);
});

test("a damaged list of voices names voices whose files are there, or none", async () => {
	await add(voice);
	const whole = readFileSync(voicesFilePath(dataDir));
	await fc.assert(
		fc.asyncProperty(damages, async (done) => {
			writeFileSync(voicesFilePath(dataDir), damage(whole, done));
			const { installed } = await readVoices(dataDir, silentLogger);
			expect(["", join(voicesFolder(dataDir), "added")]).toContain(installed[0]?.folder ?? "");
		}),
		runs,
	);
	writeFileSync(voicesFilePath(dataDir), whole);
	removeVoice(database, dataDir, "added");
});

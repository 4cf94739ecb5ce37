import fs from "node:fs";
import { chmod, mkdir, readdir, readFile, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { basename, join } from "node:path";
import { afterwards, newFolder } from "@herald/common/testing/afterwards.ts";
import { expectOwnersAlone } from "@herald/common/testing/owners-alone.ts";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { openServiceDatabase } from "../../src/config.ts";
import { writeModelSettings } from "../../src/engine/neural/sherpa.ts";
import { addVoice, type NewVoice } from "../../src/voices/add-voice.ts";
import type { SpeakingModel } from "../../src/voices/audition.ts";
import { readVoices } from "../../src/voices/cast.ts";
import {
	assignName,
	changeVoices,
	removeVoice,
	resetNames,
	workFolder,
} from "../../src/voices/change-voices.ts";
import { readOnnxMetadata } from "../../src/voices/model-files.ts";
import { castNames, readVoicesFile } from "../../src/voices/voice.ts";
import { silentLogger } from "../open-service.ts";
import { packTar, packZip } from "./make-archive.ts";
import { makeEspeakData, makeModelFolder, makePiperVoice, modelOf } from "./make-voice.ts";
import piperSettings from "./piper-settings.json" with { type: "json" };
import vitsMetadata from "./vits-metadata.json" with { type: "json" };

const folder = newFolder();
const dataDir = join(folder, "data");
const from = join(folder, "downloads");
const database = openServiceDatabase(dataDir);
afterwards(() => database.close());
beforeEach(async () => {
	for (const gone of [join(dataDir, "voices"), from]) await rm(gone, { recursive: true, force: true });
	await mkdir(from);
});

const { signal } = new AbortController();
const add = (voice: Partial<NewVoice> & { source: string }, model: SpeakingModel | Error = modelOf(110)) =>
	addVoice(voice, {
		dataDir,
		database,
		signal,
		report: () => {},
		startModel: () => (model instanceof Error ? Promise.reject(model) : Promise.resolve(model)),
	});
const addVits = async (name: string, model?: SpeakingModel, language = "English", voice = "en-us") =>
	add({ source: await makeModelFolder(join(from, name), { ...vitsMetadata, language, voice }) }, model);
const read = () => readVoices(dataDir, silentLogger);
const speakers = async (language: string) => {
	const voices = await read();
	return castNames.map((name) => voices.find(name, language)?.voice.name);
};
const listFolder = async () => (await readdir(join(dataDir, "voices"))).sort();

test("a folder as sherpa-onnx publishes it is heard, measured, and speaks for all thirty names", async () => {
	const { voice, names } = await addVits("joe", modelOf(110));
	expect(voice).toMatchObject({
		name: "joe",
		kind: "vits",
		files: { model: "model.onnx", tokens: "tokens.txt", dataDir: "espeak-ng-data" },
		languages: ["en-US"],
		sampleRate: 22_050,
	});
	expect(voice.speakers).toEqual([{ id: 0, sex: "m", pitchHz: expect.closeTo(110, -1) }]);
	expect(names).toEqual({ en: 30 });
	expect(await listFolder()).toEqual(["joe", "voices.json"]);
	expect((await read()).find("Puck", "en-GB")).toMatchObject({
		voice: { name: "joe", folder: join(dataDir, "voices", "joe") },
		pitch: 1,
		pace: 1,
	});
});

test("a plain Piper voice gets what the engine wants, also from an archive of its files", async () => {
	const data = await makeEspeakData(from);
	const source = await makePiperVoice(from, "en_US-ada-low");
	await add({ source }, modelOf(210));
	const home = join(dataDir, "voices", "en_US-ada-low");
	expect(Object.fromEntries(readOnnxMetadata(join(home, "model.onnx")))).toEqual({
		model_type: "vits",
		comment: "piper",
		language: "English",
		voice: "en-us",
		has_espeak: "1",
		n_speakers: "1",
		sample_rate: "22050",
	});
	expect(await readFile(join(home, "tokens.txt"), "utf8")).toBe("_ 0\n^ 1\n$ 2\n  3\na 4\n");
	expect((await read()).find("Kore", "en")).toMatchObject({ voice: { name: "en_US-ada-low" }, pitch: 1 });

	// The second voice takes espeak-ng's data from the first.
	await rm(data, { recursive: true });
	const settings = { ...piperSettings, espeak: { voice: "en-gb-x-rp" }, language: undefined };
	const packed = await makePiperVoice(join(from, "gb"), "bob", settings);
	const entries = [packed, `${packed}.json`].map((path) => ({
		path: basename(path),
		content: fs.readFileSync(path),
	}));
	await writeFile(join(from, "en_GB-bob.tar"), packTar(entries));
	expect((await add({ source: join(from, "en_GB-bob.tar") })).voice).toMatchObject({
		name: "en_GB-bob",
		languages: ["en-GB"],
		files: { dataDir: "espeak-ng-data" },
	});
});

test("what a folder or an archive has besides a voice is no part of it", async () => {
	const source = await makeModelFolder(join(from, "joe"), vitsMetadata);
	await mkdir(join(source, ".git"));
	await writeFile(join(source, ".git", "config"), "config");
	await chmod(join(source, "model.onnx"), 0o400);
	await add({ source });
	const home = join(dataDir, "voices", "joe");
	expect((await readdir(home)).sort()).toEqual(["espeak-ng-data", "model.onnx", "tokens.txt"]);
	expectOwnersAlone(join(home, "model.onnx"));

	const files = ["model.onnx", "tokens.txt"].map((name) => ({
		path: `voice/${name}`,
		content: fs.readFileSync(join(source, name)),
	}));
	const entries = [...files, { path: "__MACOSX/voice/._model.onnx", content: "x" }];
	await writeFile(join(from, "mac.zip"), packZip(entries));
	expect((await add({ source: join(from, "mac.zip") })).voice.name).toBe("mac");
	expect((await readdir(join(dataDir, "voices", "mac"))).sort()).toEqual(["model.onnx", "tokens.txt"]);
});

test("what is added gets its share of the names, and what is removed leaves its names to the others", async () => {
	await addVits("joe", modelOf(110));
	expect((await addVits("amy", modelOf(210))).names).toEqual({ en: 14 });
	expect((await read()).find("Kore", "en")).toMatchObject({ voice: { name: "amy" }, pitch: 1, pace: 1 });
	expect(await speakers("en")).toEqual([...Array(14).fill("amy"), ...Array(16).fill("joe")]);
	expect((await addVits("bob", modelOf(120))).names).toEqual({ en: 8 });
	const shared = [...Array(14).fill("amy"), ...Array(8).fill("joe"), ...Array(8).fill("bob")];
	expect(await speakers("en")).toEqual(shared);

	changeVoices(database, dataDir, (file) => assignName(file, "Kore", "BOB", undefined).file);
	expect(await speakers("en")).toEqual(["bob", ...shared.slice(1)]);
	changeVoices(database, dataDir, (file) => resetNames(file, "en"));
	expect(new Set((await speakers("en")).slice(0, 14))).toEqual(new Set(["amy"]));

	const { name, moved } = removeVoice(database, dataDir, "Joe");
	expect(name).toBe("joe");
	expect(moved).toHaveLength(8);
	expect(moved[0]).toEqual({ language: "en", name: "Puck", voice: "bob" });
	expect(await speakers("en")).toEqual([...Array(14).fill("amy"), ...Array(16).fill("bob")]);
	removeVoice(database, dataDir, "bob");
	removeVoice(database, dataDir, "amy");
	expect(await listFolder()).toEqual(["voices.json"]);
	expect((await read()).languages()).toEqual([]);
});

test("each language has its own cast, and a language that is told counts more than the model's", async () => {
	await addVits("joe", modelOf(110));
	await addVits("eva", modelOf(210), "German", "de");
	const source = await makeModelFolder(join(from, "rosa"), { ...vitsMetadata, language: "", voice: "" });
	await expect(add({ source })).rejects.toThrow(/doesn't say which language it speaks/);
	await expect(add({ source, language: "no tag" })).rejects.toThrow(/must be a tag/);
	expect((await add({ source, language: "es-419" }, modelOf(200))).names).toEqual({ es: 30 });
	const voices = await read();
	expect(voices.languages()).toEqual(["de", "en", "es"]);
	const who = ["de-AT", "en", "es"].map((language) => voices.find("Kore", language)?.voice.name);
	expect(who).toEqual(["eva", "joe", "rosa"]);
	const wrong = () => assignName(readVoicesFile(dataDir), "Kore", "eva", "en");
	expect(wrong).toThrow(/doesn't speak "en"/);
});

test("a model's speakers are told apart by what they are called, what is said of them, or how high they speak", async () => {
	const pitches: Readonly<Record<number, number>> = { 0: 200, 2: 110, 59: 190, 60: 180 };
	const source = await makeModelFolder(join(from, "many"), { ...vitsMetadata, n_speakers: 100 });
	const many = await add({ source }, modelOf(...Array.from({ length: 100 }, (_, i) => pitches[i] ?? 0)));
	expect(many.count).toBe(100);
	expect(many.speakers.map(({ id, sex }) => `${id} ${sex}`)).toEqual(["0 f", "2 m", "59 f"]);

	const kokoro = { ...vitsMetadata, model_type: "kokoro", language: "multi-lang, e.g., English, Chinese" };
	const speaker_names = "af_alloy,am_adam,bf_emma,ef_dora,zm_yunxi";
	const lexicons = ["us-en", "gb-en", "zh"].map((region) => `lexicon-${region}.txt`);
	const others = ["tokens.txt", "voices.bin", ...lexicons];
	await makeModelFolder(join(from, "kokoro"), { ...kokoro, speaker_names }, others);
	const { voice } = await add({ source: join(from, "kokoro") }, modelOf(150, 180, 190, 200, 120));
	const who = voice.speakers.map(({ id, sex, languages }) => `${id} ${sex} ${languages?.[0]}`);
	expect(who).toEqual(["0 f en-US", "1 m en-US", "2 f en-GB", "4 m zh"]);
	expect(voice.files).toMatchObject({ voices: "voices.bin", lexicon: "lexicon-us-en.txt,lexicon-zh.txt" });

	const told = await makeModelFolder(join(from, "told"), vitsMetadata);
	expect((await add({ source: told, sex: "f" })).speakers[0]?.sex).toBe("f");
});

test("Kitten, Matcha and Pocket models are known by their files", async () => {
	const named = { model_type: "kitten-tts", speaker_names: "expr-voice-2-m,expr-voice-2-f" };
	const parts = ["tokens.txt", "voices.bin"];
	await makeModelFolder(join(from, "kitten"), { ...vitsMetadata, ...named }, parts);
	const heard = await add({ source: join(from, "kitten") }, modelOf(150, 150));
	expect(heard.voice.kind).toBe("kitten");
	expect(heard.speakers.map(({ sex }) => sex)).toEqual(["m", "f"]);

	const matcha = join(from, "matcha");
	await makeModelFolder(matcha, { ...vitsMetadata, model_type: "matcha-tts" });
	await expect(add({ source: matcha })).rejects.toThrow(/needs a vocoder/);
	const vocoder = join(from, "vocos-22khz-univ.onnx");
	await writeFile(vocoder, "vocoder");
	expect((await add({ source: matcha, vocoder })).voice.files).toMatchObject({
		acousticModel: "model.onnx",
		vocoder: "vocos-22khz-univ.onnx",
	});

	const pocket = join(from, "pocket");
	await mkdir(join(pocket, "test_wavs"), { recursive: true });
	const models = ["lm_flow.int8", "lm_main.int8", "encoder", "decoder.int8", "text_conditioner"];
	for (const path of [...models.map((part) => `${part}.onnx`), "vocab.json", "token_scores.json"])
		await writeFile(join(pocket, path), path);
	await expect(add({ source: pocket, language: "en" })).rejects.toThrow(/imitates a recording/);
	for (const name of ["anna", "bert"]) await writeFile(join(pocket, "test_wavs", `${name}.wav`), name);
	const imitated = await add({ source: pocket, language: "en" }, modelOf(200, 100));
	expect(imitated.voice).toMatchObject({
		kind: "pocket",
		files: { lmMain: "lm_main.int8.onnx", recordings: "test_wavs/anna.wav,test_wavs/bert.wav" },
	});
	// Recordings aren't settings: they are passed with each phrase.
	const settings = writeModelSettings({ ...imitated.voice, folder: pocket });
	expect(settings.model.pocket).not.toHaveProperty("recordings");
});

test("a voice for whose list there is no more space leaves nothing behind, and can be added once there is", async () => {
	const { writeFileSync } = fs;
	const restore = () => {
		fs.writeFileSync = writeFileSync;
		syncBuiltinESMExports();
	};
	onTestFinished(restore);
	fs.writeFileSync = ((path: string, ...rest: unknown[]) => {
		if (String(path).includes("voices.json")) throw Object.assign(new Error("full"), { code: "ENOSPC" });
		return Reflect.apply(writeFileSync, fs, [path, ...rest]);
	}) as typeof writeFileSync;
	syncBuiltinESMExports();
	await expect(addVits("joe")).rejects.toThrow("full");
	restore();
	expect(await listFolder()).toEqual([]);
	expect((await addVits("joe")).names).toEqual({ en: 30 });
});

test("what can't be used is told with a sentence, and leaves nothing behind", async () => {
	await addVits("joe");
	const before = await readFile(join(dataDir, "voices", "voices.json"), "utf8");
	await makeEspeakData(from);
	const piper = (name: string, settings = {}) =>
		makePiperVoice(join(from, name), name, { ...piperSettings, ...settings });
	const half = await piper("half");
	await truncate(half, 50);
	const text = await piper("text", { phoneme_type: "text" });
	const odd = await piper("odd", { phoneme_id_map: "none" });
	const bare = await piper("bare");
	await rm(`${bare}.json`);
	await writeFile(join(from, "hostile.tar"), packTar([{ path: "../evil", content: "x" }]));
	await makeModelFolder(join(from, "linked"), vitsMetadata);
	await symlink("/etc/passwd", join(from, "linked", "README"));
	await mkdir(join(from, "empty"));
	await makeModelFolder(join(from, "tokenless"), vitsMetadata, []);
	const good = await piper("good");
	const attempts: readonly (readonly [() => Promise<unknown>, RegExp])[] = [
		[() => add({ source: join(from, "nowhere") }), /isn't there/],
		[() => add({ source: half }), /isn't a complete ONNX model \(it ends in the middle\)/],
		[() => add({ source: bare }), /\.json is missing/],
		[() => add({ source: text }), /"text" instead of espeak-ng/],
		[() => add({ source: odd }), /as a Piper voice's settings/],
		[() => add({ source: join(from, "hostile.tar") }), /leads out of its folder/],
		[() => add({ source: join(from, "linked") }), /neither a file nor a folder/],
		[() => add({ source: join(from, "empty") }), /There is no voice here/],
		[() => add({ source: join(from, "tokenless") }), /tokens\.txt is missing/],
		[() => add({ source: good, espeakData: from }), /isn't the folder espeak-ng-data/],
		[() => add({ source: good, name: "../x" }), /A voice's name has/],
		[() => add({ source: good, name: "JOE" }), /There is a voice JOE already/],
		[() => add({ source: good, language: "en" }, modelOf(0)), /makes no sound/],
		[() => add({ source: good }, new Error("The voice good can't be loaded")), /can't be loaded/],
	];
	for (const [attempt, sentence] of attempts) await expect(attempt()).rejects.toThrow(sentence);
	expect(await listFolder()).toEqual(["joe", "voices.json"]);
	expect(await readFile(join(dataDir, "voices", "voices.json"), "utf8")).toBe(before);
});

test("of two that are added at once both are there, and of two with one name one is told", async () => {
	const names = ["anna", "berta", "clara"];
	await Promise.all(names.map((name) => addVits(name, modelOf(200))));
	const { voices } = readVoicesFile(dataDir);
	expect(voices.map(({ name }) => name).sort()).toEqual(names);
	expect(new Set(await speakers("en")).size).toBe(3);
	const source = await makeModelFolder(join(from, "dora"), vitsMetadata);
	const both = await Promise.allSettled([add({ source }), add({ source })]);
	expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
	expect(await listFolder()).toEqual([...names, "dora", "voices.json"].sort());
});

test("a change waits for one that is under way, also in another process", async () => {
	await addVits("joe");
	const other = openServiceDatabase(dataDir);
	// Without a timeout, the second connection fails at once instead of waiting for the first.
	other.pragma("busy_timeout = 0");
	changeVoices(database, dataDir, (file) => {
		expect(() => changeVoices(other, dataDir, (same) => same)).toThrow(/locked/);
		return file;
	});
	changeVoices(other, dataDir, (file) => resetNames(file, "en"));
	other.close();
});

test("what a process left half added is swept, but not what another one is adding", async () => {
	await addVits("joe");
	const voices = join(dataDir, "voices");
	const mine = workFolder(voices, "adding");
	const ended = mine.replace(`-${process.pid}-`, `-${2 ** 22 + 1}-`);
	const elsewhere = ended.replace(/adding-[\w.]+-/, "removed-elsewhere-");
	const forgotten = `${elsewhere}0`;
	for (const path of [mine, ended, elsewhere, forgotten]) await mkdir(path);
	await utimes(forgotten, 0, 0);
	await addVits("amy");
	const kept = [mine, elsewhere].map((path) => basename(path));
	expect(await listFolder()).toEqual([...kept, "amy", "joe", "voices.json"].sort());
});

test("a voice whose files are gone comes again under its name, and speaks for the names that it had", async () => {
	await addVits("anna");
	await addVits("bert");
	changeVoices(database, dataDir, (file) => assignName(file, "Kore", "bert", undefined).file);
	const before = await speakers("en");
	for (const name of ["anna", "bert"]) await rm(join(dataDir, "voices", name), { recursive: true });
	expect((await read()).installed).toEqual([]);
	await addVits("bert");
	await addVits("anna");
	expect(await speakers("en")).toEqual(before);
});

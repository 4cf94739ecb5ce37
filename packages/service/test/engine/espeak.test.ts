import { existsSync, readFileSync } from "node:fs";
import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { toFloat } from "@herald/common/audio/pcm.ts";
import { afterwards, newFolder } from "@herald/common/testing/afterwards.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import { readRows } from "@herald/common/testing/read-rows.ts";
import { prebuiltVoices } from "@herald/common/wire/voices.ts";
import { expect, test } from "vitest";
import { readLanguages } from "../../src/engine/espeak/espeak.ts";
import { type EnginesOptions, startEngines } from "../../src/engine/start-engines.ts";
import { measurePitch } from "../../src/voices/audition.ts";
import { silentLogger } from "../open-service.ts";
import { hasEspeakNg } from "../speech-tools.ts";

const table = readFileSync(new URL("espeak-voices.txt", import.meta.url), "utf8");

/** A program in place of espeak-ng. */
const fake = `#!${process.execPath}\nrequire(${JSON.stringify(fileURLToPath(new URL("fake-espeak.cjs", import.meta.url)))});\n`;

const install = async (path: string, program: string) => {
	await writeFile(path, program);
	await chmod(path, 0o755);
};
/** A program in place of espeak-ng that fails until its library is there. */
const withLibrary = `#!/bin/sh
echo >> "$0.asked"
[ -e "$0.library" ] && exec "$0.library" "$@"
exit 1
`;

const never = new AbortController().signal;
const lists = readLanguages(table);
const folder = newFolder();
const log = join(folder, "calls");
await install(join(folder, "espeak-ng"), fake);
const start = async (options: Partial<EnginesOptions>) => {
	const engine = await startEngines({ dataDir: folder, logger: silentLogger, ...options });
	afterwards(() => engine.close());
	return engine;
};
const engine = await start({ searchPath: folder });

const say = (text: string, language: string, signal = never) =>
	engine.speak([{ text, voice: "Kore", language }], 60, signal);

const tags = readRows<[language: string, tag: string]>(import.meta.url, "espeak-tags.tsv");

test.each(tags)("of espeak-ng's languages, %s is spoken by %j", (language, tag) => {
	expect(lists.find(language)).toBe(tag || undefined);
});

test("its languages come with a fingerprint of its version, behind those that others speak", () => {
	expect([...engine.languages()].sort()).toEqual([
		["de", "espeak-ng-9.9-2"],
		["en", "flite-2"],
		["es", "espeak-ng-9.9-2"],
		["fr", "espeak-ng-9.9-2"],
		["no", "espeak-ng-9.9-2"],
	]);
});

test("what is said reaches it as nothing but text, a phrase at a time, and nothing else of this process does", async () => {
	await rm(log, { force: true });
	const { samples, voices } = await say("--help [[1]] $(id) `id`. Zweiter Satz! 🎉", "de-AT");
	expect(voices).toEqual(["espeak-ng/de+f2"]);
	const silence = 0.05 + 0.32 + 0.05;
	expect(samples.length / 24_000).toBeCloseTo(2 * 0.5 + silence, 1);
	const calls = (await readFile(log, "utf8")).trim().split("\n");
	const options = ["-v", "de+f2", "-p", "50", "-s", "170", "-b", "1", "--stdin", "--stdout"];
	expect(calls.map((call) => JSON.parse(call))).toEqual([
		{ args: options, text: "--help eins $(id) id .", env: ["PATH"] },
		{ args: options, text: "Zweiter Satz!", env: ["PATH"] },
	]);
});

const countCalls = async () => (await readFile(log, "utf8")).trim().split("\n").length;

test("it isn't started for lines of signs that no voice says, and seldom for others that it says nothing to", async () => {
	await rm(log, { force: true });
	const signs = "\ua717\n\u{12000}\n".repeat(500);
	expect((await say(`gut\n${signs}`, "de")).complete).toBe(true);
	expect(await countCalls()).toBe(1);

	await rm(log);
	const taken: Int16Array[] = [];
	const options = { take: (samples: Int16Array) => void taken.push(samples) };
	const silent = await engine.speak(
		[{ text: "still\n".repeat(330), voice: "Kore", language: "de" }],
		60,
		never,
		options,
	);
	expect(silent.samples).toHaveLength(0);
	expect(await countCalls()).toBe(11);
	expect(taken.map(({ length }) => length)).toEqual(Array(11).fill(0));
});

test("phrases without a sound end an answer as sound does, when they are too many", async () => {
	const turns = Array.from({ length: 20 }, () => ({ text: "still", voice: "Kore", language: "de" }));
	const silent = await engine.speak(turns, 3, never);
	expect(silent).toMatchObject({ complete: false, samples: new Int16Array(0) });
});

test("it is killed when nobody wants to hear it any more, when it floods, and when it fails, it says so", async () => {
	const gone = new AbortController();
	const speech = say("hang", "de", gone.signal);
	setImmediate(() => gone.abort(new Error("gone")));
	await expect(speech).rejects.toThrow("gone");
	await expect(say("crash", "de")).rejects.toThrow("espeak-ng ended with 1.");
	await expect(say("flood", "de")).rejects.toThrow("espeak-ng doesn't stop speaking.");
	expect((await say("gut", "de")).complete).toBe(true);
});

test("a phrase that it crashed over is spoken once more, and no oftener", async () => {
	await rm(log, { force: true });
	expect((await say("fault", "de")).complete).toBe(true);
	expect(await countCalls()).toBe(2);
	await rm(log);
	await expect(say("fault always", "de")).rejects.toThrow("espeak-ng ended with SIGSEGV.");
	expect(await countCalls()).toBe(2);
});

test("installed, replaced or removed while it isn't asked, it is noticed", async () => {
	const elsewhere = newFolder();
	const changes: string[][] = [];
	const noticing = await start({
		dataDir: elsewhere,
		searchPath: `${join(elsewhere, "nowhere")}:${elsewhere}`,
		onChange: ({ languages }) => changes.push([...languages.keys()].sort()),
	});
	const utterance = { text: "gut", voice: "Kore", language: "de" };
	const program = join(elsewhere, "espeak-ng");
	await install(program, withLibrary);
	await eventually(() => expect(existsSync(`${program}.asked`)).toBe(true));
	await install(`${program}.library`, fake);
	await eventually(() => expect(changes).toEqual([["de", "en", "es", "fr", "no"]]));
	expect((await noticing.speak([utterance], 60, never)).voices).toEqual(["espeak-ng/de+f2"]);
	await rm(program);
	await eventually(() => expect(changes.at(-1)).toEqual(["en"]));
	await expect(noticing.speak([utterance], 60, never)).rejects.toThrow("no voice here speaks de");
});

test.skipIf(!hasEspeakNg)("thirty names of espeak-ng itself sound apart: women above men", async () => {
	const real = await start({});
	const text = "Das rote Boot fuhr über das Wasser.";
	const heard: { sex: string | undefined; pitchHz: number; voice: string }[] = [];
	for (const { name, sex } of prebuiltVoices) {
		const spoken = await real.speak([{ text, voice: name, language: "de" }], 60, never);
		const pitchHz = measurePitch(toFloat(spoken.samples), 24_000);
		heard.push({ sex, pitchHz, voice: spoken.voices.join() });
	}
	heard.sort((a, b) => a.pitchHz - b.pitchHz);
	expect(heard.map(({ sex }) => sex)).toEqual([...Array(16).fill("male"), ...Array(14).fill("female")]);
	for (const { voice } of heard) {
		const [lower, upper] = heard.filter((one) => one.voice === voice).map(({ pitchHz }) => pitchHz);
		expect((upper ?? 1_000) / (lower ?? 1)).toBeGreaterThan(1.04);
	}
});

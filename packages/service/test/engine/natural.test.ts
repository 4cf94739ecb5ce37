import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createLogger } from "@herald/common/log.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startModel } from "../../src/engine/neural/model-process.ts";
import { type RunningService, runService } from "../../src/run-service.ts";
import { type VoiceRecord, voicesFolder, writeVoicesFile } from "../../src/voices/voice.ts";
import { ask, makeFolder, newModel, writeBody } from "../open-service.ts";

const program = new URL("fake-model.ts", import.meta.url);
const record: VoiceRecord = {
	name: "anna",
	kind: "vits",
	files: { model: "model.onnx" },
	sizes: {},
	languages: ["de-DE", "en-US"],
	sampleRate: 22_050,
	speakers: [
		{ id: 0, sex: "f", pitchHz: 200 },
		{ id: 1, sex: "m", pitchHz: 110 },
	],
	bytes: 60_000_000,
	fingerprint: "1",
};

const folder = await makeFolder();
let service: RunningService;
const lines: Record<string, unknown>[] = [];
const told: (readonly [string, string])[][] = [];

const setVoices = (...voices: VoiceRecord[]) => writeVoicesFile(folder.path, { format: 1, voices, cast: {} });

beforeAll(async () => {
	await mkdir(join(voicesFolder(folder.path), "anna"), { recursive: true });
	// A folder stands for the model's file, because the fake model doesn't read its file.
	await mkdir(join(voicesFolder(folder.path), "anna", "model.onnx"));
	setVoices(record);
	service = await runService({
		dataDir: folder.path,
		host: "127.0.0.1",
		port: 0,
		logger: createLogger("test", "info", { write: (line) => lines.push(JSON.parse(line)) }),
		engine: { searchPath: "", loadModel: (source) => startModel(source, { program, library: "none" }) },
		onVoices: ({ languages }) => told.push([...languages].sort()),
	});
});
afterAll(async () => {
	await service.stop();
	await folder.remove();
});

const say = async (text: string, voice = "Kore", languageCode = "en") => {
	const asked = { origin: `http://127.0.0.1:${service.port}`, key: service.key };
	const response = await ask(asked, writeBody(text, voice, languageCode));
	const answer = (await response.json()) as { modelVersion?: string; error?: { code: string } };
	return { status: response.status, ...answer };
};

test("a voice that was added speaks its languages, as its speaker of the name's sex; answer and log tell who", async () => {
	expect([...service.voices().languages.keys()].sort()).toEqual(["de", "en"]);
	expect((await say("Hello.")).modelVersion).toMatch(/\/neural\/anna#0$/);
	expect((await say("Guten Tag.", "Puck", "de")).modelVersion).toMatch(/\/neural\/anna#1$/);
	expect(lines).toContainEqual(expect.objectContaining({ event: "request", voices: ["neural/anna#1"] }));
	expect(lines).toContainEqual(expect.objectContaining({ event: "voice_loaded", voice: "anna" }));
});

test.each([
	["If you can hear me, write something, please. Or call me, soon.", 3],
	["Well, here I am, at last.", 2],
	["Well, here I am.", 1],
	["Good evening to all,", 1],
])("a stream of %j comes in %i pieces: its first sentence is cut after a clause", async (text, pieces) => {
	const response = await fetch(
		`http://127.0.0.1:${service.port}/v1beta/models/${newModel}:streamGenerateContent?alt=sse`,
		{
			method: "POST",
			headers: { authorization: `Bearer ${service.key}`, "content-type": "application/json" },
			body: JSON.stringify(writeBody(text)),
		},
	);
	const sounds = (await response.text()).match(/inlineData/g) ?? [];
	// The last sound is the silence at the end.
	expect(sounds).toHaveLength(pieces + 1);
});

test("a model that dies fails one request, in the usual shape, and the next one is spoken", async () => {
	expect(await say("quit")).toMatchObject({ status: 500, error: { code: "do_request_failed" } });
	expect(lines).toContainEqual(expect.objectContaining({ event: "voice_died", voice: "anna" }));
	expect((await say("Hello.")).status).toBe(200);
	const logged = JSON.stringify(lines);
	expect(logged).toContain("The voice anna died while it spoke.");
});

test("voices that are removed or added while it runs are noticed, and told", async () => {
	const first = service.voices().languages.get("en");
	setVoices();
	await eventually(() => expect(told.at(-1)).toEqual([["en", "flite-2"]]));
	expect((await say("Hello.")).modelVersion).toMatch(/\/flite\/slt$/);
	expect((await say("Guten Tag.", "Kore", "de")).error?.code).toBe("unsupported_language");
	setVoices({ ...record, fingerprint: "2" });
	await eventually(() => expect(told.at(-1)?.map(([language]) => language)).toEqual(["de", "en"]));
	expect(service.voices().languages.get("en")).not.toBe(first);
	expect((await say("Guten Tag.", "Kore", "de")).modelVersion).toMatch(/\/neural\/anna#0$/);
});

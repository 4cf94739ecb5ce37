import { createLogger } from "@herald/common/log.ts";
import { newFolder } from "@herald/common/testing/afterwards.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import { expect, test } from "vitest";
import { startModel } from "../../src/engine/neural/model-process.ts";
import { type VoiceRecord, writeVoicesFile } from "../../src/voices/voice.ts";
import { ask, openService, writeBody } from "../open-service.ts";
import { pretendVoice } from "../voices/make-voice.ts";

const program = new URL("fake-model.ts", import.meta.url);
const dataDir = newFolder();
const lines: Record<string, unknown>[] = [];
const told: (readonly [string, string])[][] = [];
const setVoices = (...voices: VoiceRecord[]) => writeVoicesFile(dataDir, { format: 1, voices, cast: {} });

const record = pretendVoice(dataDir, "anna", {
	languages: ["de-DE", "en-US"],
	speakers: [
		{ id: 0, sex: "f", pitchHz: 200 },
		{ id: 1, sex: "m", pitchHz: 110 },
	],
	bytes: 60_000_000,
});
setVoices(record);
const service = await openService({
	dataDir,
	logger: createLogger("test", "info", { write: (line) => lines.push(JSON.parse(line)) }),
	engine: { searchPath: "", loadModel: (source) => startModel(source, { program, library: "none" }) },
	onVoices: ({ languages }) => told.push([...languages].sort()),
});

const say = async (text: string, voice = "Kore", languageCode = "en") => {
	const response = await ask(service, writeBody(text, voice, languageCode));
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
	const response = await ask(service, writeBody(text), { action: "streamGenerateContent?alt=sse" });
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

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type GenerateContentResponse, GoogleGenAI } from "@google/genai";
import { expect, test } from "vitest";
import { newModel as model, openService } from "./open-service.ts";
import { hasModule, python } from "./python.ts";

const service = await openService();
const { models, voices } = new GoogleGenAI({
	apiKey: service.key,
	httpOptions: { baseUrl: service.origin },
});
const contents = "This is the first sentence. This is the second one.";
const pcm = "audio/L16;codec=pcm;rate=24000";
const wavHeaderBytes = 44;

/** Checks what an SDK received, which is the same for all SDKs. */
const checkFound = <Found extends { eventBytes: number; total: number | undefined }>(found: Found): void => {
	expect(found).toMatchObject({
		type: "audio/wav",
		bytes: found.eventBytes + wavHeaderBytes,
		eventTypes: [pcm],
		eventTotal: found.total,
		counted: 13,
		listed: expect.arrayContaining([`models/${model}`]),
		name: `models/${model}`,
		voices: { length: 16 },
	});
	expect(found).toHaveProperty("voices", expect.arrayContaining(["Puck"]));
	expect(found.eventBytes).toBeGreaterThan(48_000);
	expect(found.total).toBeGreaterThan(13);
};

test("Google's SDK for JavaScript speaks with the service as it is", async () => {
	const config = {
		responseModalities: ["AUDIO"],
		speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: "Kore" } } },
	};
	const readSound = (answer: GenerateContentResponse) =>
		answer.candidates?.[0]?.content?.parts?.[0]?.inlineData;
	const countBytes = (data = "") => Buffer.from(data, "base64").byteLength;

	const whole = await models.generateContent({ model, contents, config });
	const events = await Array.fromAsync(await models.generateContentStream({ model, contents, config }));
	const sounds = events.flatMap((event) => readSound(event) ?? []);
	checkFound({
		type: readSound(whole)?.mimeType,
		bytes: countBytes(readSound(whole)?.data),
		total: whole.usageMetadata?.totalTokenCount,
		eventTypes: [...new Set(sounds.map(({ mimeType }) => mimeType))],
		eventBytes: sounds.reduce((sum, { data }) => sum + countBytes(data), 0),
		eventTotal: events.at(-1)?.usageMetadata?.totalTokenCount,
		counted: (await models.countTokens({ model, contents })).totalTokens,
		listed: (await Array.fromAsync(await models.list())).map(({ name }) => name),
		name: (await models.get({ model })).name,
		voices: (await voices.list({ gender: ["male"] })).voices?.map((voice) => voice.display_name) ?? [],
	});
});

test("Google's SDK for JavaScript lists the voices", async () => {
	const first = await voices.list({ page_size: 20, gender: ["female", "male"] });
	const page_token = first.next_page_token;
	const rest = await voices.list({ page_size: 20, page_token, language_code: ["en-US"] });
	expect(first.voices).toHaveLength(20);
	expect(rest).toMatchObject({ voices: { length: 10 } });
	expect(rest.next_page_token).toBeUndefined();
	expect(first.voices?.[0]).toMatchObject({
		id: "achernar",
		type: "prebuilt",
		display_name: "Achernar",
		language_code: "en",
		gender: "female",
		description: expect.stringMatching(/^soft, spoken by flite\//),
	});
	// The test's service speaks only English.
	expect((await voices.list({ language_code: ["ja"] })).voices).toEqual([]);
});

test.skipIf(!hasModule("google.genai"))("Google's SDK for Python speaks with the service", async () => {
	const program = fileURLToPath(new URL("sdk/speak.py", import.meta.url));
	const words = [program, service.origin, service.key, model, contents];
	checkFound(JSON.parse((await promisify(execFile)(python, words)).stdout));
});

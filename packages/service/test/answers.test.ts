import { readWav } from "@herald/common/audio/pcm.ts";
import { afterAll, expect, test } from "vitest";
import { ask, newModel, oldModel, openService, readAudio, writeBody } from "./open-service.ts";

const service = await openService();
afterAll(() => service.close());

interface Answer {
	candidates: {
		content: { role?: string; parts?: unknown[] };
		finishReason: string;
		safetyRatings: { category: string; probability: string }[];
	}[];
	usageMetadata: { promptTokenCount: number; candidatesTokenCount: number; totalTokenCount: number };
}

const seconds = async (text: string, model = newModel, voice = "Kore") => {
	const { bytes } = await readAudio(await ask(service, writeBody(text, voice), { model }));
	return model === newModel ? readWav(bytes).samples.length / 24_000 : bytes.length / 48_000;
};

test("an answer has every field of the interface, with true counts", async () => {
	const response = await ask(service, writeBody("Hello from the service."));
	expect(response.status).toBe(200);
	expect(response.headers.get("content-type")).toMatch(/^application\/json/);
	expect(response.headers.get("x-oneapi-request-id")).toMatch(/\S/);
	const copy = response.clone();
	const { candidates, usageMetadata } = (await response.json()) as Answer;
	const samples = readWav((await readAudio(copy)).bytes).samples;
	expect(candidates).toHaveLength(1);
	expect(candidates[0]).toMatchObject({ content: { role: "model" }, finishReason: "STOP" });
	expect(candidates[0]?.safetyRatings).toContainEqual(
		expect.objectContaining({ category: "HARM_CATEGORY_HARASSMENT", probability: "NEGLIGIBLE" }),
	);
	expect(usageMetadata).toEqual({
		promptTokenCount: 6,
		candidatesTokenCount: Math.ceil((samples.length / 24_000) * 25),
		totalTokenCount: 6 + usageMetadata.candidatesTokenCount,
	});
});

test("a long row of numbers is spoken from its first to its last", async () => {
	const half = await seconds("1999 ".repeat(40));
	expect(await seconds("1999 ".repeat(80))).toBeGreaterThan(1.95 * half);
});

test("3.8 models answer a complete WAV, older ones the same sound as bare samples", async () => {
	const body = writeBody("The same sound in two wrappings.");
	const wav = await readAudio(await ask(service, body, { model: "gemini-3.8-flash-tts" }));
	expect(wav.mimeType).toBe("audio/wav");
	for (const model of [oldModel, "gemini-2.5-pro-preview-tts", "gemini-3.1-flash-tts-preview"]) {
		const pcm = await readAudio(await ask(service, body, { model }));
		expect(pcm.mimeType).toBe("audio/L16;codec=pcm;rate=24000");
		const { samples, sampleRate } = readWav(wav.bytes);
		expect(sampleRate).toBe(24_000);
		expect(Buffer.from(samples.buffer).equals(pcm.bytes)).toBe(true);
	}
});

test("the key is taken from Google's header too, and the model's colon may be encoded", async () => {
	const response = await fetch(`${service.origin}/v1beta/models/${newModel}%3AgenerateContent?alt=json`, {
		method: "POST",
		headers: { "x-goog-api-key": service.key },
		body: JSON.stringify(writeBody("Hello.")),
	});
	expect(response.status).toBe(200);
});

test("directions are accepted and not spoken", async () => {
	const plain = await seconds("Good morning.");
	expect(await seconds("<laugh> Good [whispers] morning. [sighs]")).toBeCloseTo(plain, 2);
	expect(await seconds("Say cheerfully: Good morning.", oldModel)).toBeCloseTo(plain, 2);
	expect(
		await seconds("Read it aloud. Speak it like this: amused.\n\n### TRANSCRIPT\nGood morning.", oldModel),
	).toBeCloseTo(plain, 2);
	expect(await seconds("Say cheerfully: Good morning.", newModel)).toBeGreaterThan(plain + 0.5);
	expect(await seconds("Good morning. <long pause> Good morning.")).toBeGreaterThan(2 * plain);
});

test("two speakers take turns, each in a voice of their own", async () => {
	const configOf = (writeVoice: (name: string) => object) => ({
		responseModalities: ["AUDIO"],
		speechConfig: {
			multiSpeakerVoiceConfig: {
				speakerVoiceConfigs: [
					{ speaker: "Joe", voiceConfig: writeVoice("Puck") },
					{ speaker: "Jane", voiceConfig: writeVoice("Leda") },
				],
			},
		},
	});
	const generationConfig = configOf((voiceName) => ({ prebuiltVoiceConfig: { voiceName } }));
	const parts = ["Hello, Jane.", "Hello, Joe."].map((text, i) => ({
		text,
		speechMetadata: { speaker: ["Joe", "Jane"][i] },
	}));
	const newer = await readAudio(
		await ask(service, {
			contents: [{ role: "user", parts }],
			generationConfig: configOf((voice) => ({ voice })),
		}),
	);
	const script = "Make it lively.\nJoe: Hello, Jane.\nJane: Hello, Joe.";
	const older = await readAudio(
		await ask(service, { contents: [{ parts: [{ text: script }] }], generationConfig }, { model: oldModel }),
	);
	expect(Buffer.from(readWav(newer.bytes).samples.buffer).equals(older.bytes)).toBe(true);
	const alone =
		(await seconds("Hello, Jane.", newModel, "Puck")) + (await seconds("Hello, Joe.", newModel, "Leda"));
	expect(older.bytes.length / 48_000).toBeGreaterThan(alone);
});

test.each(["🎉🎉", "…", "[laughs]"])(
	"%s has nothing that can be spoken: OTHER without a part",
	async (text) => {
		const response = await ask(service, writeBody(text));
		expect(response.status).toBe(200);
		const { candidates, usageMetadata } = (await response.json()) as Answer;
		expect(candidates[0]).toMatchObject({ content: { role: "model", parts: [] }, finishReason: "OTHER" });
		expect(usageMetadata.candidatesTokenCount).toBe(0);
	},
);

test.each([
	["Hola.", "es-MX", /^generationConfig\.speechConfig\.languageCode: no voice here speaks es-MX/],
	["Hello.", "no tag", /^generationConfig\.speechConfig\.languageCode: no voice here speaks no tag/],
	["こんにちは", undefined, /^contents: no voice here reads the script Hira/],
	["Привет", "en", /^contents: no voice here reads the script Cyrl/],
])("%j in the language %s is spoken by nobody: 400", async (text, languageCode, message) => {
	const response = await ask(service, writeBody(text, "Kore", languageCode));
	expect(response.status).toBe(400);
	expect(await response.json()).toMatchObject({
		error: { message: expect.stringMatching(message), code: "unsupported_language" },
	});
});

test("English that is asked for by name, and a word of another script in it, is spoken", async () => {
	expect((await ask(service, writeBody("Good morning, 日本.", "Kore", "en-GB"))).status).toBe(200);
});

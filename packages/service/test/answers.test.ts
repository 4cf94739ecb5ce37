import { readWav } from "@herald/common/audio/pcm.ts";
import { expect, test } from "vitest";
import { ask, newModel, oldModel, openService, readAudio, writeBody } from "./open-service.ts";

const service = await openService();

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
	const { candidates, usageMetadata } = (await response.clone().json()) as Answer;
	const { samples } = readWav((await readAudio(response)).bytes);
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
	const dialogueOf = async (model: string, parts: object[], writeVoice: (name: string) => object) => {
		const speakerVoiceConfigs = [
			{ speaker: "Joe", voiceConfig: writeVoice("Puck") },
			{ speaker: "Jane", voiceConfig: writeVoice("Leda") },
		];
		const speechConfig = { multiSpeakerVoiceConfig: { speakerVoiceConfigs } };
		const generationConfig = { responseModalities: ["AUDIO"], speechConfig };
		return readAudio(await ask(service, { contents: [{ parts }], generationConfig }, { model }));
	};
	const parts = [
		{ text: "Hello, Jane.", speechMetadata: { speaker: "Joe" } },
		{ text: "Hello, Joe.", speechMetadata: { speaker: "Jane" } },
	];
	const newer = await dialogueOf(newModel, parts, (voice) => ({ voice }));
	const script = { text: "Make it lively.\nJoe: Hello, Jane.\nJane: Hello, Joe." };
	const prebuilt = (voiceName: string) => ({ prebuiltVoiceConfig: { voiceName } });
	const older = await dialogueOf(oldModel, [script], prebuilt);
	expect(Buffer.from(readWav(newer.bytes).samples.buffer).equals(older.bytes)).toBe(true);
	const alone =
		(await seconds("Hello, Jane.", newModel, "Puck")) + (await seconds("Hello, Joe.", newModel, "Leda"));
	expect(older.bytes.length / 48_000).toBeGreaterThan(alone);
});

test.each(["🎉🎉", "…", "[laughs]"])(
	"%s has nothing that can be said: OTHER without a part",
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

test("English that is asked for by name is spoken, though most of the text is of another script", async () => {
	expect((await ask(service, writeBody("こんにちは, John.", "Kore", "en-GB"))).status).toBe(200);
});

import { readWav } from "@herald/common/audio/pcm.ts";
import { type GenerateAnswer, generateAnswer, generateEvent } from "@herald/common/wire/generate.ts";
import { countTokensAnswer, modelAnswer, modelList } from "@herald/common/wire/models.ts";
import { expect, test } from "vitest";
import { ask, newModel, oldModel, openService, readAudio, writeBody } from "./open-service.ts";

const service = await openService();

const send = (path: string, body?: unknown) =>
	fetch(service.origin + path, {
		method: body === undefined ? "GET" : "POST",
		headers: { "x-goog-api-key": service.key, "content-type": "application/json" },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});

const bare = "audio/L16;codec=pcm;rate=24000";
const twoSentences = writeBody("This is the first sentence. This is the second one.");

const readEvents = async (response: Response) =>
	(await response.text())
		.split("\r\n\r\n")
		.filter((event) => event !== "")
		.map((event) => generateEvent.parse(JSON.parse(event.replace(/^data: /, ""))));

const readSound = (events: Awaited<ReturnType<typeof readEvents>>) =>
	Buffer.concat(
		events.flatMap(({ candidates }) =>
			(candidates[0]?.content.parts ?? []).map(({ inlineData }) => {
				expect(inlineData.mimeType).toBe(bare);
				return Buffer.from(inlineData.data, "base64");
			}),
		),
	);

test.each(["v1", "v1beta", "v1alpha"])("%s speaks, streams, counts, and lists models", async (version) => {
	const model = `/${version}/models/${newModel}`;
	// The colon may be encoded.
	const spoken = await send(`${model}%3AgenerateContent?alt=json`, writeBody("Hello."));
	expect(generateAnswer.parse(await spoken.json()).candidates[0]?.finishReason).toBe("STOP");

	const streamed = await send(`${model}:streamGenerateContent?alt=sse`, writeBody("Hello."));
	expect(streamed.headers.get("content-type")).toMatch(/^text\/event-stream/);
	expect((await readEvents(streamed)).at(-1)?.candidates[0]?.finishReason).toBe("STOP");

	const { totalTokens } = countTokensAnswer.parse(
		await (await send(`${model}:countTokens`, { contents: twoSentences.contents })).json(),
	);
	expect(totalTokens).toBe(13);
	const generateContentRequest = { model: `models/${newModel}`, ...twoSentences };
	const whole = await send(`${model}:countTokens`, { generateContentRequest });
	expect(await whole.json()).toMatchObject({ totalTokens });

	const { models } = modelList.parse(await (await send(`/${version}/models`)).json());
	expect(models.map(({ name }) => name)).toContain(`models/${newModel}`);
	const one = modelAnswer.parse(await (await send(model)).json());
	expect(models).toContainEqual(one);
});

test.each([
	[newModel, "audio/wav"],
	["gemini-3.8-flash-tts", "audio/wav"],
	["gemini-3.1-flash-tts-preview", bare],
	["gemini-2.5-pro-preview-tts", bare],
	[oldModel, bare],
])(
	"%s streams the sound that it answers as %s, an event a sentence, with counts in the last",
	async (model, type) => {
		const path = `/v1/models/${model}`;
		const events = await readEvents(await send(`${path}:streamGenerateContent?alt=sse`, twoSentences));
		const whole = await send(`${path}:generateContent`, twoSentences);
		const { usageMetadata } = generateAnswer.parse(await whole.clone().json());
		const { mimeType, bytes } = await readAudio(whole);
		expect(mimeType).toBe(type);
		const samples = type === bare ? Buffer.from(bytes) : Buffer.from(readWav(bytes).samples.buffer);
		expect(readSound(events).equals(samples)).toBe(true);
		expect(events.filter(({ candidates }) => candidates[0]?.content.parts.length)).toHaveLength(3);
		const counts = [undefined, undefined, undefined, usageMetadata];
		expect(events.map((event) => event.usageMetadata)).toEqual(counts);
		expect(new Set(events.map(({ responseId }) => responseId)).size).toBe(1);
	},
);

test("a stream of what can't be spoken is one event without sound", async () => {
	const path = `/v1/models/${newModel}:streamGenerateContent?alt=sse`;
	const events = await readEvents(await send(path, writeBody("🎉")));
	expect(events).toMatchObject([
		{ candidates: [{ content: { role: "model", parts: [] }, finishReason: "OTHER" }] },
	]);
});

const model = `/v1/models/${newModel}`;

test.each<[what: string, status: number, path: string, body?: object]>([
	["a stream of anything but events", 400, `${model}:streamGenerateContent`, twoSentences],
	["a stream without a text", 400, `${model}:streamGenerateContent?alt=sse`, writeBody("")],
	["tokens of nothing", 400, `${model}:countTokens`, {}],
	["tokens for a model that isn't there", 503, "/v1/models/gemini-1:countTokens", twoSentences],
	["a model that isn't there", 404, "/v1/models/gemini-1"],
	["a page of voices without any on it", 400, "/v1beta/voices?page_size=0"],
	["a page of voices that was never there", 400, "/v1beta/voices?page_token=next"],
])("%s is refused in the gateway's shape: %i", async (_, status, path, body) => {
	const response = await send(path, body);
	expect(response.status).toBe(status);
	expect(await response.json()).toMatchObject({ error: { message: expect.stringMatching(/\S/) } });
});

test("models and voices are told to whoever has a key", async () => {
	expect((await fetch(`${service.origin}/v1/models`)).status).toBe(401);
	expect((await fetch(`${service.origin}/v1beta/voices`)).status).toBe(401);
});

/** @returns how many seconds of sound a text becomes */
const seconds = async (text: string, model = newModel, voice = "Kore") => {
	const { bytes } = await readAudio(await ask(service, writeBody(text, voice), { model }));
	return model === newModel ? readWav(bytes).samples.length / 24_000 : bytes.length / 48_000;
};

test("an answer has every field of the interface, with true counts", async () => {
	const response = await ask(service, writeBody("Hello from the service."));
	expect(response.status).toBe(200);
	expect(response.headers.get("content-type")).toMatch(/^application\/json/);
	expect(response.headers.get("x-oneapi-request-id")).toMatch(/\S/);
	const { candidates, usageMetadata } = (await response.clone().json()) as GenerateAnswer;
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
		const { candidates, usageMetadata } = generateAnswer.parse(await response.json());
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

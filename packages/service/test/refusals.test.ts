import { eventually } from "@herald/common/testing/eventually.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SynthesizedSpeech, VoicedText } from "../src/engine/engine.ts";
import { ask, newModel, type OpenService, oldModel, openServiceWith, writeBody } from "./open-service.ts";

/** A text that is being spoken, until the test ends it or the client hangs up. */
interface SpokenText {
	readonly signal: AbortSignal;
	finish(): void;
}
const spoken: SpokenText[] = [];
const engine = {
	speak: (_turns: readonly VoicedText[], _seconds: number, signal: AbortSignal) =>
		new Promise<SynthesizedSpeech>((resolve, reject) => {
			signal.addEventListener("abort", () => reject(signal.reason));
			spoken.push({
				signal,
				finish: () => resolve({ samples: new Int16Array(2_400), complete: true, voices: [] }),
			});
		}),
};

let service: OpenService;
beforeAll(async () => {
	service = await openServiceWith(engine);
});
afterAll(() => service.close());

const good = writeBody("Hello.");
const withConfig = (config: object) => ({
	...good,
	generationConfig: { ...good.generationConfig, ...config },
});
const withParts = (...parts: object[]) => ({ ...good, contents: [{ role: "user", parts }] });
const dialogue = withConfig({
	speechConfig: {
		multiSpeakerVoiceConfig: {
			speakerVoiceConfigs: ["A", "B"].map((speaker) => ({
				speaker,
				voiceConfig: { prebuiltVoiceConfig: { voiceName: "Kore" } },
			})),
		},
	},
});
const withVoice = (voiceConfig: object) => withConfig({ speechConfig: { voiceConfig } });
const voiceless = { responseModalities: ["AUDIO"] };

const rows: [string, unknown, number, string, RegExp, string?][] = [
	["bad JSON", "{", 400, "invalid_request", /body/],
	["an empty body", "", 400, "invalid_request", /body/],
	["no contents", { generationConfig: good.generationConfig }, 400, "invalid_request", /contents/],
	["empty contents", { ...good, contents: [] }, 400, "invalid_request", /contents/],
	["no text", withParts({}), 400, "invalid_request", /contents\[0\]\.parts\[0\]\.text/],
	["blank text", withParts({ text: " \n" }), 400, "invalid_request", /text/],
	[
		"text of the wrong type",
		withParts({ text: 5 }),
		400,
		"invalid_request",
		/contents\[0\]\.parts\[0\]\.text/,
	],
	[
		"text as modality",
		withConfig({ responseModalities: ["TEXT"] }),
		400,
		"invalid_request",
		/responseModalities/,
	],
	[
		"an unknown voice",
		writeBody("Hello.", "Nobody"),
		400,
		"invalid_request",
		/voiceName: No matching speaker voice/,
	],
	[
		"an unknown voice of a library",
		withVoice({ voice: "Nobody" }),
		400,
		"invalid_request",
		/voiceConfig\.voice: No matching speaker voice/,
	],
	[
		"a voice of a library on 2.5",
		withVoice({ voice: "Kore" }),
		400,
		"invalid_request",
		/voiceConfig\.voice: not supported/,
		oldModel,
	],
	[
		"two voices for one speaker",
		withVoice({ voice: "Kore", prebuiltVoiceConfig: { voiceName: "Kore" } }),
		400,
		"invalid_request",
		/exclude each other/,
	],
	[
		"temperature on 3.8",
		withConfig({ temperature: 0.3 }),
		400,
		"invalid_request",
		/temperature: INVALID_ARGUMENT/,
	],
	[
		"a system instruction",
		{ ...good, systemInstruction: {} },
		400,
		"invalid_request",
		/Developer instruction/,
	],
	[
		"no voice on 3.1",
		{ ...good, generationConfig: voiceless },
		400,
		"invalid_request",
		/voiceName/,
		"gemini-3.1-flash-tts-preview",
	],
	["text of over 8,192 tokens", writeBody("word ".repeat(6_600)), 400, "invalid_request", /8192/],
	["an unknown model", good, 503, "model_not_found", /gemini-9/, "gemini-9"],
	["over 64 KiB", writeBody("a".repeat(64 * 1024)), 413, "read_request_body_failed", /65536/],
	[
		"wrong parts without end, each content's a few",
		{ ...good, contents: Array.from({ length: 900 }, () => ({ parts: [1, 1, 1] })) },
		400,
		"invalid_request",
		/contents: Too big/,
	],
	[
		"wrong modalities without end",
		withConfig({ responseModalities: Array.from({ length: 2_000 }, () => 1) }),
		400,
		"invalid_request",
		/responseModalities: Too big/,
	],
	[
		"a dialogue of over 1,000 turns",
		{ ...dialogue, contents: [{ parts: [{ text: "A:\nB:\n".repeat(501) }] }] },
		400,
		"invalid_request",
		/1000 turns/,
		oldModel,
	],
];

test.each(rows)(
	"%s is refused in the gateway's shape",
	async (_name, body, status, code, message, model = newModel) => {
		const response = await ask(service, body, { model });
		expect(response.status).toBe(status);
		const id = response.headers.get("x-oneapi-request-id") ?? "missing";
		const { error } = (await response.json()) as { error: { message: string; type: string; code: string } };
		expect(error).toMatchObject({ type: "new_api_error", code });
		expect(error.message).toMatch(message);
		expect(error.message).toContain(id);
	},
);

test.each([
	["no key", {}],
	["a wrong key", { authorization: "Bearer sk-wrong" }],
	["another scheme", { authorization: "Basic c2s=" }],
	["a scheme alone", { authorization: "Bearer" }],
	["an empty key", { "x-goog-api-key": "" }],
])("%s is 401", async (_name, headers) => {
	const response = await ask(service, good, { headers });
	expect(response.status).toBe(401);
	expect(response.headers.get("www-authenticate")).toBe("Bearer");
	expect(response.headers.get("x-oneapi-request-id")).toMatch(/\S/);
	expect(await response.json()).toMatchObject({ error: { type: "new_api_error", code: "" } });
});

test("a key in the URL is no key", async () => {
	const url = `${service.origin}/v1beta/models/${oldModel}:generateContent?key=${service.key}`;
	expect((await fetch(url, { method: "POST", body: JSON.stringify(good) })).status).toBe(401);
});

test.each([
	["POST", "/v1/elsewhere"],
	["POST", `/v1beta/models/${newModel}:embedContent`],
	["POST", `/v2/models/${newModel}:generateContent`],
	["POST", "/v1beta/models/:generateContent"],
	["POST", "/v1beta/models/%zz:generateContent"],
	["GET", `/v1beta/models/${newModel}:embedContent`],
])("%s %s is 404", async (method, path) => {
	const response = await fetch(service.origin + path, { method });
	expect(response.status).toBe(404);
	expect(response.headers.get("x-oneapi-request-id")).toMatch(/\S/);
	expect(await response.json()).toMatchObject({
		error: { message: expect.stringContaining("Invalid URL"), type: "invalid_request_error" },
	});
});

test.each([
	["PUT", "/v1/models", "GET, HEAD"],
	["DELETE", `/v1/models/${newModel}`, "GET, HEAD"],
	["POST", `/v1/models/${newModel}`, "GET, HEAD"],
	["GET", `/v1beta/models/${newModel}:generateContent`, "POST"],
	["PATCH", `/v1alpha/models/${newModel}:countTokens`, "POST"],
	["QUERY", "/api/user/self?x", "GET, HEAD"],
	["OPTIONS", "/api/user/topup", "POST"],
	["POST", "/openapi.json", "GET, HEAD"],
])("%s %s is 405, with what is possible", async (method, path, allowed) => {
	const response = await fetch(service.origin + path, { method });
	expect(response.status).toBe(405);
	expect(response.headers.get("allow")?.split(", ").sort().join(", ")).toBe(allowed);
	const { error, success } = (await response.json()) as { error?: object; success?: boolean };
	if (path.startsWith("/api/")) expect(success).toBe(false);
	else expect(error).toMatchObject({ type: "invalid_request_error" });
});

test("a client that hangs up stops its speech", async () => {
	spoken.length = 0;
	const client = new AbortController();
	const response = ask(service, good, { signal: client.signal });
	await eventually(() => expect(spoken).toHaveLength(1));
	client.abort();
	await expect(response).rejects.toThrow();
	await eventually(() => expect(spoken[0]?.signal.aborted).toBe(true));
});

test("more than 64 waiting is 429 with the time to come back, and those who wait are served", async () => {
	spoken.length = 0;
	const sent = 64 + 64;
	const answers: Response[] = [];
	const all = Promise.all(
		Array.from({ length: sent }, async () => {
			answers.push(await ask(service, good));
		}),
	);
	await eventually(() => {
		expect(spoken.length).toBeGreaterThan(0);
		expect(answers).toHaveLength(sent - spoken.length - 64);
	});
	for (const refused of answers) {
		expect(refused.status).toBe(429);
		expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
		expect(await refused.json()).toMatchObject({ error: { type: "new_api_error" } });
	}

	const served = spoken.length + 64;
	await eventually(() => {
		for (const { finish } of spoken) finish();
		expect(answers).toHaveLength(sent);
	});
	await all;
	expect(answers.filter(({ status }) => status === 200)).toHaveLength(served);
	expect(spoken).toHaveLength(served);
});

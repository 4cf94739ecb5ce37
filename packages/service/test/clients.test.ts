import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type GenerateContentResponse, GoogleGenAI } from "@google/genai";
import { newFolder } from "@herald/common/testing/afterwards.ts";
import { selfAnswer, topupAnswer, usageAnswer } from "@herald/common/wire/credit.ts";
import { gatewayErrorBody } from "@herald/common/wire/errors.ts";
import { expect, test } from "vitest";
import { modelActions } from "../src/http/model-routes.ts";
import { ask, askApi, newModel, openService, openServiceWith, topUp } from "./open-service.ts";
import { hasModule, python } from "./python.ts";

const service = await openServiceWith();
const kept = JSON.parse(readFileSync(new URL("../../../docs/openapi.json", import.meta.url), "utf8"));

test("the document in docs is the one that is served (npm run openapi writes it anew)", async () => {
	const response = await fetch(`${service.origin}/openapi.json`);
	expect(response.status).toBe(200);
	expect(await response.json()).toEqual(kept);
});

/** Reads the framework's tree of routes. @returns each as "GET /v1/models" */
const readRoutes = (tree: string): string[] => {
	const path: string[] = [];
	return tree.split("\n").flatMap((line) => {
		const [, indent = "", part = "", methods = ""] =
			/^((?:│ {3}| {4})*)[├└]── (\S*)(?: \((.*)\))?$/.exec(line) ?? [];
		path.splice(indent.length / 4, Number.POSITIVE_INFINITY, part);
		return methods
			.split(", ")
			.filter((method) => method !== "" && method !== "HEAD")
			.map((method) => `${method} ${path.join("").replace(/(?<!\/)\*$/, "/*")}`);
	});
};

test("every route is in the document, and nothing else", () => {
	const served = readRoutes(service.routes).flatMap((route) => {
		if (!route.endsWith("/models/*")) return [route];
		// This route takes every method, and its handler refuses those that aren't possible.
		const one = route.replace("*", "{model}");
		if (one.startsWith("POST")) return modelActions.map((action) => `${one}:${action}`);
		return one.startsWith("GET") ? [one] : [];
	});
	const told = Object.entries(kept.paths as Record<string, object>).flatMap(([path, methods]) =>
		Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
	);
	expect(served.length).toBeGreaterThan(15);
	expect(served.toSorted()).toEqual(told.toSorted());
});

test("what /api and refusals answer is what the document says", async () => {
	expect(topupAnswer.parse((await topUp(service, "wrong")).body).success).toBe(false);
	expect(usageAnswer.parse((await askApi(service, "/api/usage/token/")).body).data.name).toBe("first");
	expect(selfAnswer.parse((await askApi(service, "/api/user/self")).body).data.username).toBe("own");
	expect(gatewayErrorBody.parse(await (await ask(service, {})).json()).error.code).toBe("invalid_request");
});

test.skipIf(!hasModule("schemathesis"))("schemathesis finds only answers of the document", async () => {
	const config = fileURLToPath(new URL("openapi/schemathesis.toml", import.meta.url));
	const options = {
		"include-path-regex": "^/(?:v1beta|api|openapi)",
		header: `Authorization: Bearer ${service.key}`,
		// This phase has the same cases each time.
		phases: "coverage",
		"request-timeout": "60",
	};
	const program = "from schemathesis.cli import schemathesis; schemathesis()";
	const { stdout } = await promisify(execFile)(
		python,
		[
			...["-c", program, "--config-file", config, "run", `${service.origin}/openapi.json`],
			...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
		],
		// schemathesis writes files.
		{ cwd: newFolder() },
	).catch((found: { readonly stdout: string }) => found);
	expect(stdout).toMatch(/ (\d+) generated, \1 passed/);
});

/** The service with its engine, for clients that others wrote. */
const speaking = await openService();
const { models, voices } = new GoogleGenAI({
	apiKey: speaking.key,
	httpOptions: { baseUrl: speaking.origin },
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
		listed: expect.arrayContaining([`models/${newModel}`]),
		name: `models/${newModel}`,
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

	const whole = await models.generateContent({ model: newModel, contents, config });
	const events = await Array.fromAsync(
		await models.generateContentStream({ model: newModel, contents, config }),
	);
	const sounds = events.flatMap((event) => readSound(event) ?? []);
	checkFound({
		type: readSound(whole)?.mimeType,
		bytes: countBytes(readSound(whole)?.data),
		total: whole.usageMetadata?.totalTokenCount,
		eventTypes: [...new Set(sounds.map(({ mimeType }) => mimeType))],
		eventBytes: sounds.reduce((sum, { data }) => sum + countBytes(data), 0),
		eventTotal: events.at(-1)?.usageMetadata?.totalTokenCount,
		counted: (await models.countTokens({ model: newModel, contents })).totalTokens,
		listed: (await Array.fromAsync(await models.list())).map(({ name }) => name),
		name: (await models.get({ model: newModel })).name,
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
	const words = [program, speaking.origin, speaking.key, newModel, contents];
	checkFound(JSON.parse((await promisify(execFile)(python, words)).stdout));
});

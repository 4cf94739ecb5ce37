import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import type { VoicedText } from "../src/engine/engine.ts";
import accepted from "./accepted.json" with { type: "json" };
import {
	ask,
	askApi,
	newModel,
	oldModel,
	oneSecond,
	openRaw,
	openServiceWith,
	writeBody,
	writeHead,
} from "./open-service.ts";

const spoken: (readonly VoicedText[])[] = [];
const service = await openServiceWith({
	speak: (utterances, ...rest) => {
		spoken.push(utterances);
		return oneSecond.speak(utterances, ...rest);
	},
});
afterEach(() => spoken.splice(0));

const hello = { contents: writeBody("Hello.").contents };
const ignoredOf = (response: Response) => response.headers.get("x-ignored-fields");

test.each(accepted as [string, object][])(
	"%s is spoken, and nothing of it is ignored",
	async (_name, body) => {
		const response = await ask(service, body);
		expect(response.status).toBe(200);
		expect(spoken).toEqual([[{ text: "Hello.", voice: "Kore" }]]);
		expect(ignoredOf(response)).toBeNull();
	},
);

test.each(["generateContent", "streamGenerateContent?alt=sse"])(
	"unknown fields are named: %s",
	async (action) => {
		const headers = { authorization: `Bearer ${service.key}`, "x-request-id": "mine" };
		const body = {
			contents: [{ parts: [{ txt: "Hello?" }, { text: "Hello." }] }],
			generationConfig: { speechconfig: {}, temperature: null },
			"a\r\nb": 1,
			safetySettings: null,
			toString: {},
		};
		const response = await ask(service, body, { action, headers });
		expect(response.status).toBe(200);
		expect(ignoredOf(response)).toBe(
			"contents[0].parts[0].txt, generationConfig.speechconfig, a??b, toString",
		);
		expect(response.headers.get("x-request-id")).toBe("mine");
		await response.text();
	},
);

test("of fields without end, a few are named, and little of each", async () => {
	const fields = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`${n}${"x".repeat(200)}`, n]));
	const response = await ask(service, { ...hello, ...fields });
	expect(response.status).toBe(200);
	expect(ignoredOf(response)?.length).toBeLessThan(600);
});

test.each([
	"application/json",
	"text/plain",
	"application/x-www-form-urlencoded",
	"multipart/form-data",
	"nonsense",
	"a/b; c",
])("a body is read as JSON, whatever it is called: %s", async (type) => {
	const headers = { authorization: `Bearer ${service.key}`, "content-type": type };
	expect((await ask(service, hello, { headers })).status).toBe(200);
	const topup = { method: "POST", headers: { "content-type": type }, body: '{"key":"none"}' };
	expect((await askApi(service, "/api/user/topup", topup)).body.success).toBe(false);
});

const post = (body: Buffer, encoding: string, path = `/v1/models/${newModel}:generateContent`) =>
	fetch(service.origin + path, {
		method: "POST",
		headers: { authorization: `Bearer ${service.key}`, "content-encoding": encoding },
		body: new Uint8Array(body),
	});
const pack = (body: unknown) => gzipSync(JSON.stringify(body));

test("a packed body is unpacked, for both operations", async () => {
	expect((await post(pack(hello), "gzip")).status).toBe(200);
	expect(spoken).toHaveLength(1);
	const redeemed = await post(pack({ key: "none" }), "GZIP", "/api/user/topup");
	expect(await redeemed.json()).toMatchObject({ success: false, message: expect.stringContaining("failed") });
	expect((await post(Buffer.from(JSON.stringify(hello)), "identity")).status).toBe(200);
});

test.each([
	["larger than allowed when unpacked", pack("x".repeat(50_000_000)), "gzip", 413],
	["larger than allowed as it comes", randomBytes(100_000), "gzip", 413],
	["no gzip", Buffer.from("{}"), "gzip", 400],
	["cut off", pack(hello).subarray(0, -12), "gzip", 400],
	["packed otherwise", Buffer.from("{}"), "br", 415],
])("a packed body that is %s is refused", async (_name, body, encoding, status) => {
	const response = await post(body, encoding);
	expect(response.status).toBe(status);
	expect(await response.json()).toMatchObject({
		error: { message: expect.stringMatching(/body|content-encoding/) },
	});
	expect(response.headers.get("accept-encoding")).toBe(status === 415 ? "gzip" : null);
	expect(spoken).toEqual([]);
});

/** Sends the head of a request with a body, and never the body. @returns the first bytes of the answer */
const askWithoutBody = async (line: string, ...headers: string[]) => {
	const socket = await openRaw(service, writeHead(line, ...headers, "Content-Length: 1000"));
	return String(await once(socket, "data"));
};

test.each<[line: string, status: number, ...headers: string[]]>([
	["POST /elsewhere", 404],
	["POST /v1/elsewhere", 404],
	["POST /api/elsewhere", 404],
	["POST /v1/models", 405],
	["PUT /api/user/topup", 405],
	["QUERY /openapi.json", 405],
	[`POST /v1/models/${newModel}:generateContent`, 401],
	["POST /api/user/topup", 415, `Authorization: Bearer ${service.key}`, "Content-Encoding: deflate"],
])("%s is refused before its body comes: %i", async (line, status, ...headers) => {
	expect(await askWithoutBody(line, ...headers)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test.each([
	["the same", `Bearer ${service.key}`],
	["a wrong one", "Bearer sk-wrong"],
	["another scheme", "Basic c2s="],
])("two Authorization headers are refused: a good one and %s", async (_name, second) => {
	const headers = [`Bearer ${service.key}`, second].map((value) => `Authorization: ${value}`);
	expect(await askWithoutBody("GET /v1/models", ...headers)).toMatch(/^HTTP\/1.1 401 /);
	expect(await askWithoutBody("GET /api/user/self", ...headers)).toMatch(/^HTTP\/1.1 401 /);
});

test("the document of the interface is written once, however often it is asked for", async () => {
	const write = vi.spyOn(JSON, "stringify");
	const texts = await Promise.all(
		Array.from({ length: 5 }, async () => (await fetch(`${service.origin}/openapi.json`)).text()),
	);
	const times = write.mock.calls.filter(([value]) => (value as { openapi?: unknown } | null)?.openapi).length;
	write.mockRestore();
	expect(new Set(texts).size).toBe(1);
	expect(times).toBeLessThanOrEqual(1);
});

test("the oldest models need no settings", async () => {
	expect((await ask(service, hello, { model: oldModel })).status).toBe(200);
});

/** Herald's own service as a server of the interface: a test for each sentence of its document, by section. */

import { mintCodes } from "@herald/service/testing/internals.ts";
import { type HeldService, openServiceWith } from "@herald/service/testing/open-service.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { answerFields, type documentedAnswer, kindOf, readAt, requestFields } from "./documented.ts";

let service: HeldService;
beforeAll(async () => {
	service = await openServiceWith();
	return () => service.close();
});

const model = "gemini-3.8-flash-tts";
/** A body with exactly the documented fields. The items of `contents` aren't documented. */
const documentedRequest = {
	contents: [{ parts: [{ text: "Hello there." }] }],
	generationConfig: {
		responseModalities: ["AUDIO"],
		speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: "Kore" } } },
	},
};
const bearer = () => ({ authorization: `Bearer ${service.key}` });
const json = { "content-type": "application/json" };

interface RequestParts {
	readonly path?: string;
	readonly headers?: Record<string, string>;
	readonly body?: unknown;
}
const ask = async (path: string, body: unknown, headers: Record<string, string>) => {
	const response = await fetch(`${service.origin}${path}`, {
		method: "POST",
		headers,
		body: JSON.stringify(body),
	});
	const type = response.headers.get("content-type");
	return { status: response.status, type, body: (await response.json()) as Record<string, unknown> };
};
const generate = ({
	path = `/v1beta/models/${model}:generateContent`,
	headers = { ...json, ...bearer() },
	body = documentedRequest,
}: RequestParts = {}) => ask(path, body, headers);
const redeem = ({ path = "/api/user/topup", headers = { ...json, ...bearer() }, body }: RequestParts) =>
	ask(path, body, headers);

const mintCode = (): string => {
	const { database, secret } = service;
	const [minted] = mintCodes(database, secret, { count: 1, units: 500_000 });
	return minted?.code ?? "";
};

describe("1 what the service does", () => {
	test("it makes speech of content with a named model, and answers with candidates and usage", async () => {
		const { status, body } = await generate();
		expect([status, Object.keys(body)]).toEqual([
			200,
			expect.arrayContaining(["candidates", "usageMetadata"]),
		]);
	});

	test("it redeems a code for the account that is logged in", async () => {
		expect(await redeem({ body: { key: mintCode() } })).toMatchObject({
			status: 200,
			body: { success: true },
		});
	});
});

describe("2.1 the body of a request for speech", () => {
	test("needs only the documented fields", async () => {
		for (const [field, kind] of requestFields) expect(kindOf(readAt(documentedRequest, field))).toBe(kind);
		expect((await generate()).status).toBe(200);
	});

	test.each(requestFields)("is refused with a sentence that names %s if it isn't an %s", async (field) => {
		const wrong = structuredClone(documentedRequest);
		const at = field.lastIndexOf(".");
		Object.assign(at === -1 ? wrong : (readAt(wrong, field.slice(0, at)) as object), {
			[field.slice(at + 1)]: 7,
		});
		const { status, body } = await generate({ body: wrong });
		expect([status, readAt(body, "error.message")]).toEqual([400, expect.stringContaining(field)]);
	});
});

describe("2.2 the body of an answer with speech", () => {
	test.each(answerFields)("has %s, an %s", async (field, kind) => {
		expect(kindOf(readAt((await generate()).body, field))).toBe(kind);
	});

	test("has a total of all tokens", async () => {
		const { promptTokenCount, candidatesTokenCount, totalTokenCount } = (await generate()).body
			.usageMetadata as typeof documentedAnswer.usageMetadata;
		expect(totalTokenCount).toBe(promptTokenCount + candidatesTokenCount);
	});
});

describe("2.3 the body of a request to redeem", () => {
	test.each([{}, { key: "" }, { key: 7 }, { code: "x" }])(
		"must have a string key: %j is refused",
		async (body) => {
			expect((await redeem({ body })).body).toMatchObject({
				success: false,
				message: expect.stringMatching(/key/),
			});
		},
	);
});

describe("4.1 generating content", () => {
	test("is answered with JSON", async () => {
		expect((await generate()).type).toMatch(/^application\/json\b/);
	});

	test.each([
		["no name", 404, "/v1beta/models/:generateContent"],
		["an unknown name", 503, "/v1beta/models/speaker-1:generateContent"],
	])("needs the name of a model: %s is refused with %i", async (_, refusal, path) => {
		const { status, body } = await generate({ path });
		expect([status, kindOf(readAt(body, "error.message"))]).toEqual([refusal, "string"]);
	});
});

describe("4.2 redeeming a code", () => {
	test("is answered with an object as JSON, whatever the code", async () => {
		for (const key of [mintCode(), "unknown"]) {
			const { status, type, body } = await redeem({ body: { key } });
			expect([status, type, kindOf(body)]).toEqual([
				200,
				expect.stringMatching(/^application\/json\b/),
				"object",
			]);
		}
	});

	test("needs a login", async () => {
		const { status, body } = await redeem({ headers: json, body: { key: mintCode() } });
		expect([status, body.success]).toEqual([401, false]);
	});
});

describe("5 authentication", () => {
	test.each([
		["no token", {}],
		["a wrong token", { authorization: "Bearer sk-wrong" }],
		["another scheme", { authorization: "Basic c2s6c2s=" }],
	])("both operations refuse %s", async (_, headers: Record<string, string>) => {
		expect((await generate({ headers: { ...json, ...headers } })).status).toBe(401);
		expect((await redeem({ headers: { ...json, ...headers }, body: { key: "x" } })).status).toBe(401);
	});

	test("a token is accepted in the header alone", async () => {
		const { key } = service;
		const path = `/v1beta/models/${model}:generateContent?key=${key}`;
		expect((await generate({ path, headers: json, body: { ...documentedRequest, key } })).status).toBe(401);
		const topup = { path: `/api/user/topup?token=${key}`, headers: json, body: { key: "x", token: key } };
		expect((await redeem(topup)).status).toBe(401);
	});
});

describe("9 versioning", () => {
	test("speech has v1beta in its path, and redeeming has no version", async () => {
		expect((await generate({ path: `/models/${model}:generateContent` })).status).toBe(404);
		expect((await redeem({ path: "/v1beta/api/user/topup", body: { key: "x" } })).status).toBe(404);
	});
});

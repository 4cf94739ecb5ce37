/** Herald as a client of the interface: tests of the sentences of its document, by section. */
import { gzipSync } from "node:zlib";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Herald, startHerald } from "../support/herald.ts";
import { type SeenRequest, sendJson } from "../support/upstream.ts";
import {
	answerFields,
	answerTopup,
	type DocumentedService,
	documentedAnswer,
	finalAnswer,
	kindOf,
	readAt,
	requestFields,
	startDocumentedService,
	topupPath,
	without,
} from "./documented.ts";

let service: DocumentedService;
let herald: Herald;
beforeAll(async () => {
	service = await startDocumentedService();
	herald = await startHerald({
		...service.settings,
		SPEECH_MODELS: "a speaker/1",
		// In /credit show, an input token costs 50 cents, and an output token 1 cent.
		PRICE_PER_MILLION_PROMPT_TOKENS: "500000",
		PRICE_PER_MILLION_AUDIO_TOKENS: "10000",
	});
	return async () => {
		await herald.stop();
		await service.close();
	};
});
beforeEach(() => {
	// After a day, no limit from an earlier test applies.
	herald.advance(24 * 60 * 60_000);
	service.behave();
});

let texts = 0;
/** Has a text spoken that isn't in the cache. @returns the answer, and the request to the service */
const say = async () => {
	texts += 1;
	const answer = await finalAnswer(herald.say(herald.playground.home.ordinary, `Hello there, ${texts}`));
	return { answer, request: service.requests[0] as SeenRequest };
};
const isSpoken = { ephemeral: false, content: expect.stringMatching(/^\*\*Kore\*\* · 0:02/) };

let codes = 0;
/** Redeems a code that wasn't tried before. @returns the answer, and the request to the service */
const redeem = async (topup = answerTopup()) => {
	service.behave(undefined, topup);
	codes += 1;
	const code = `Code ${codes}`;
	const answer = await herald.use(herald.playground.home.ordinary, "redeem", { code }).firstAnswer();
	const request = service.requests.find(({ path }) => path === topupPath) as SeenRequest;
	return { code, answer, request };
};
const isRedeemed = expect.stringMatching(/^Added 500,000 units/);

const answering = (body: unknown): void => service.behave((response) => sendJson(response, 200, body));

test("1 if the answer about a code has no amount, Herald names none", async () => {
	const { answer } = await redeem(answerTopup({ success: true }));
	expect(answer.content).toBe("Code redeemed for the account that pays for this bot's speech. Thank you!");
});

test("2.1 the body of a request for speech has the documented fields", async () => {
	const { request } = await say();
	const body = JSON.parse(request.body);
	for (const [field, kind] of requestFields) expect(kindOf(readAt(body, field)), field).toBe(kind);
	expect(body.contents).toEqual([{ role: "user", parts: [{ text: `Hello there, ${texts}` }] }]);
});

describe("2.2 the body of an answer with speech", () => {
	test("is spoken if it has exactly the documented fields", async () => {
		for (const [field, kind] of answerFields) expect(kindOf(readAt(documentedAnswer, field))).toBe(kind);
		expect((await say()).answer).toMatchObject(isSpoken);
	});

	test("counts input and output tokens", async () => {
		const readCost = async () => {
			const shown = await herald.use(herald.playground.home.owner, "credit show").firstAnswer();
			return Number(/about \$([\d.,]+)\.$/.exec(shown.content)?.[1]?.replaceAll(",", ""));
		};
		const before = await readCost();
		await say();
		expect(await readCost()).toBeCloseTo(before + 9 * 0.5 + 64 * 0.01, 2);
	});

	const silent = ["candidates", "candidates[].content", "candidates[].content.parts"];
	test.each(answerFields.map(([field]) => field).filter((field) => !silent.includes(field)))(
		"is spoken without %s",
		async (field) => {
			answering(without(documentedAnswer, field));
			expect((await say()).answer).toMatchObject(isSpoken);
		},
	);

	test.each(silent)("gives no sound without %s, and the member is told", async (field) => {
		answering(without(documentedAnswer, field));
		expect((await say()).answer.content).toMatch(/returned no sound for this text/);
	});
});

describe("2.4 what stays open", () => {
	const [candidate] = documentedAnswer.candidates;
	const { parts = [] } = candidate?.content ?? {};
	test.each([
		["finish reasons", { ...candidate, finishReason: "SOMETHING_NEW" }],
		["roles", { ...candidate, content: { role: "narrator", parts } }],
		["safety ratings", { ...candidate, safetyRatings: [1, "low", null, { score: 0.1 }] }],
		[
			"parts beside the sound",
			{ ...candidate, content: { parts: [1, { video: {} }, { text: "Here:" }, ...parts] } },
		],
		["fields beside the documented ones", { ...candidate, avgLogprobs: -0.1, content: { parts, cost: {} } }],
	])("may contain %s unknown to Herald", async (_, unknown) => {
		answering({ ...documentedAnswer, candidates: [unknown], more: 1 });
		expect((await say()).answer).toMatchObject(isSpoken);
	});
});

describe("4.1 generating content", () => {
	test("is a POST of JSON below the base address, with v1beta and the model's name in the path", async () => {
		const { answer, request } = await say();
		expect(request).toMatchObject({
			method: "POST",
			path: "/speech/v1beta/models/a%20speaker%2F1:generateContent",
			headers: { "content-type": "application/json", accept: "application/json" },
		});
		expect(answer).toMatchObject({ ...isSpoken, attachments: [expect.anything()] });
	});

	test.each([201, 202, 203, 206])("accepts a valid answer with speech and status %i", async (status) => {
		service.behave((response) => sendJson(response, status, documentedAnswer));
		expect((await say()).answer).toMatchObject(isSpoken);
	});

	test("accepts a compressed answer with speech or one with a byte order mark, though it asks for neither", async () => {
		const body = JSON.stringify(documentedAnswer);
		service.behave((response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(body)));
		const { answer, request } = await say();
		expect(answer).toMatchObject(isSpoken);
		expect(request.headers["accept-encoding"]).toBe("identity");
		service.behave((response) => response.writeHead(200).end(`\ufeff${body}`));
		expect((await say()).answer).toMatchObject(isSpoken);
	});
});

describe("4.2 redeeming a code", () => {
	test("is a POST of the code alone in JSON, below the base address and without a version", async () => {
		const { code, answer, request } = await redeem();
		expect(request).toMatchObject({
			method: "POST",
			path: "/speech/api/user/topup",
			headers: { "content-type": "application/json", accept: "application/json" },
		});
		expect(JSON.parse(request.body)).toEqual({ key: code });
		expect(answer.content).toEqual(isRedeemed);
	});

	test.each([{}, { ok: true }, { message: "success" }, { code: 0, data: null }])(
		"accepts any JSON object: for %j, which says neither yes nor no, the member is told so",
		async (body) => {
			const { answer } = await redeem(answerTopup(body));
			expect(answer.content).toMatch(
				/^The service answered in a way that Herald doesn't know, so the code may or may not have been redeemed\./,
			);
		},
	);

	test("reads no more of a compressed body than of an uncompressed one", async () => {
		const { answer } = await redeem((response) =>
			response
				.writeHead(200, { "content-encoding": "gzip" })
				.end(gzipSync(`${" ".repeat(64 * 1024)}{"success":true,"data":500000}`)),
		);
		expect(answer.content).toMatch(/^The service answered in a way that Herald doesn't know/);
	});
});

test.each([
	["for speech", say],
	["for a code", redeem],
])("5 the token is the key as a bearer token in the header %s, and nowhere else", async (_, ask) => {
	const { request } = await ask();
	const { SPEECH_API_KEY: key } = service.settings;
	expect(request.headers.authorization).toBe(`Bearer ${key}`);
	const { authorization, ...headers } = request.headers;
	expect(JSON.stringify([request.path, headers, request.body])).not.toContain(key);
});

describe("7 errors", () => {
	const statuses = [400, 401, 402, 403, 404, 405, 409, 415, 418, 422, 451, 501];
	test.each(statuses)("with status %i for speech end in one sentence, whatever the body", async (status) => {
		for (const body of ["", "{}", '{"detail":"no"}', "<html>", "null"]) {
			service.behave((response) => response.writeHead(status).end(body));
			herald.advance(60_001);
			const { answer } = await say();
			expect(answer).toMatchObject({ ephemeral: true, thinking: false });
			expect(answer.content).toMatch(/^[A-Z][^{}]*\.$/);
		}
	});

	test.each([...statuses, 500, 503])(
		"with status %i for a code end in one sentence that doesn't call it redeemed",
		async (status) => {
			const { answer } = await redeem((response) => response.writeHead(status).end('{"detail":"no"}'));
			expect(answer).toMatchObject({ ephemeral: true, thinking: false });
			expect(answer.content).toMatch(/^[A-Z][^{}]*\.$/);
			expect(answer.content).not.toMatch(/^Added|^Code redeemed/);
		},
	);
});

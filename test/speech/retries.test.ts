import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Speech } from "../../src/speech/speech.ts";
import { anyPayer, makePayer } from "../support/payer.ts";
import { type Behaviour, sendJson, speakWell, type Upstream } from "../support/upstream.ts";
import { useSpeechBench } from "./speech-bench.ts";

const models = ["gemini-3.8-flash-lite-tts", "gemini-3.8-flash-tts"];
const timing = { attemptTimeoutMs: 20_000, lineDeadlineMs: 60_000, backoffBaseMs: 1, backoffMaxMs: 2 };

const bench = useSpeechBench();
let upstream: Upstream;
let speech: Speech;
let now: number;
let logged: string[];

beforeEach(() => {
	({ upstream } = bench());
	now = 1_000_000;
	logged = [];
	const { account, workers } = bench();
	const logger = pino({ level: "warn" }, { write: (line: string) => logged.push(line) });
	speech = new Speech({ account, models, workers, logger, timing, now: () => now });
});
afterEach(() => speech.close());

const refuse =
	(status: number, type: string, code: string): Behaviour =>
	(response) =>
		sendJson(response, status, { error: { message: "no", type, code } });
const failing = refuse(500, "new_api_error", "do_request_failed");
/** Speaks this many texts, one after the other. @returns "spoken" or the Problem's kind, for each */
const speak = async (texts: number): Promise<string[]> => {
	const results: string[] = [];
	for (let n = 0; n < texts; n += 1) {
		const line = { text: `Text ${n} at ${now}.`, voice: "Kore" };
		const result = await speech.speak({ line, payer: anyPayer, signal: new AbortController().signal });
		results.push(result.ok ? "spoken" : result.problem.kind);
	}
	return results;
};
const repeat = (times: number, result: string): string[] => Array(times).fill(result);

test("retries are at most a fifth of the last minute's requests, or ten if that is more", async () => {
	upstream.behave(failing);
	expect(await speak(40)).toEqual(repeat(40, "upstream"));
	expect(upstream.requests).toHaveLength(40 + 10);
	expect(await speak(60)).toEqual(repeat(60, "upstream"));
	expect(upstream.requests).toHaveLength(100 + 20);
	now += 60_000;
	upstream.behave(failing);
	expect(await speak(1)).toEqual(["upstream"]);
	expect(upstream.requests).toHaveLength(6);
});

test("ten texts that are refused again after the requested wait cause twenty requests", async () => {
	upstream.behave((response) => void response.writeHead(429, { "retry-after": "0.05" }).end());
	const texts = Array.from({ length: 10 }, (_, n) => ({ text: `Text ${n}.`, voice: "Kore" }));
	const { signal } = new AbortController();
	const said = await Promise.all(
		texts.map((line, n) => speech.speak({ line, payer: makePayer(`guild ${n}`).payer, signal })),
	);
	expect(said.filter(({ ok }) => ok)).toEqual([]);
	expect(upstream.requests).toHaveLength(20);
});

test("a service that recovers gets requests at once, however few retries were left", async () => {
	upstream.behave(failing);
	await speak(20);
	upstream.behave(speakWell);
	expect(await speak(3)).toEqual(repeat(3, "spoken"));
	expect(upstream.requests).toHaveLength(3);
});

test("going on to the next model after an unknown one isn't a retry", async () => {
	const missing = refuse(503, "new_api_error", "model_not_found");
	upstream.behave((response, attempt, request) =>
		(request.path.includes("lite") ? missing : speakWell)(response, attempt, request),
	);
	expect(await speak(30)).toEqual(repeat(30, "spoken"));
});

test.each([401, 402, 403])(
	"an upstream's %i that a gateway passes on ends only its own text, and the log says whose error it is",
	async (status) => {
		upstream.behave(refuse(status, "upstream_error", `${status}`));
		expect(await speak(1)).toEqual(["upstream"]);
		expect(logged.join()).toContain(
			`the gateway's upstream refused the gateway's key or account (${status})`,
		);
		upstream.behave(speakWell);
		now += 1_000;
		expect(await speak(1)).toEqual(["spoken"]);
	},
);

test.each([
	["a key's own limit", "pre_consume_token_quota_failed", "raise it at the gateway"],
	["a model without a price", "model_price_error", "the gateway has no price for this model"],
])("the log says what to do about %s", async (_, code, advice) => {
	upstream.behave(refuse(403, "new_api_error", code));
	await speak(1);
	expect(logged.join()).toContain(advice);
});

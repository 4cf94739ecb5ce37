import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { encodeClip } from "@herald/common/audio/encode-clip.ts";
import { writeOgg } from "@herald/common/audio/ogg.ts";
import type { ProblemKind } from "../../src/shared/problem.ts";
import { answerBody, type Behaviour, sendJson, speakWell, tone, toneWav } from "../support/upstream.ts";

interface End {
	/** The problem that the log names; undefined if the text is spoken after all. */
	readonly problem?: ProblemKind;
	readonly sentence: RegExp;
}

interface More {
	/** What the member says. By default, it is the row's name. */
	readonly text?: string;
	/** The models of this row's bot. By default, the row is for transcript models. */
	readonly models?: "transcript" | "prompt";
	/** Whether the service is too slow in this row. Such rows have a bot with a short time limit. */
	readonly late?: boolean;
}

/** A way in which a speech service answers, how many requests reach the service, and how the text ends. */
export type WireRow = [name: string, behave: Behaviour, requests: number, end: End, more?: More];

const gateway =
	(status: number, type: string, code: string | number | null, message = "no"): Behaviour =>
	(response) =>
		sendJson(response, status, { error: { message, type, code } });
/** Answers with the header that gateways set. */
const gatewayed =
	(behave: Behaviour): Behaviour =>
	(response, attempt, request) => {
		response.setHeader("x-oneapi-request-id", `20261121${attempt}`);
		return behave(response, attempt, request);
	};
const google =
	(code: number, status: string, message = "no", details: unknown[] = []): Behaviour =>
	(response) =>
		sendJson(response, code, { error: { code, message, status, details } });
const page =
	(status: number): Behaviour =>
	(response) =>
		response
			.writeHead(status, { "content-type": "text/html" })
			.end("<!DOCTYPE html><html><h1>Sorry</h1></html>");
const empty =
	(status: number): Behaviour =>
	(response) =>
		response.writeHead(status).end();
const ok =
	(body: unknown): Behaviour =>
	(response) =>
		sendJson(response, 200, body);
/** Answers with a compressed body, though the request didn't ask for one. */
const zipped =
	(body: string | Buffer): Behaviour =>
	(response) =>
		response
			.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
			.end(gzipSync(body));
/** Gives the answer `first` for some attempts, and answers well afterwards. */
const recovering =
	(first: Behaviour, attempts = 1): Behaviour =>
	(response, attempt, request) =>
		(attempt <= attempts ? first : speakWell)(response, attempt, request);
const silent = (finishReason: string) => ({
	candidates: [{ content: {}, finishReason }],
	usageMetadata: { promptTokenCount: 3 },
});
const raw = (mimeType: string, rate: number) =>
	answerBody(new Uint8Array(tone(1.6, 220, rate).buffer), mimeType);
const openEnded = (): Uint8Array => {
	const wav = Buffer.from(toneWav(1.6));
	wav.writeUInt32LE(0xffff_ffff, 40);
	return wav;
};

const ogg = (): Uint8Array => {
	const { packets, durationMs } = encodeClip({ samples: tone(1.6), sampleRate: 24_000 });
	return writeOgg(packets, durationMs);
};
const inPart = (part: unknown) => ({ candidates: [{ content: { parts: [part] } }] });

const spoken: End = { sentence: /\*\*Kore\*\* · 0:0\d/ };
const fails = (problem: ProblemKind, sentence: RegExp): End => ({ problem, sentence });
const badKey = fails("unauthorized", /refuses Herald's key/);
const badAccount = fails("forbidden", /refuses Herald's account/);
const noCredit = fails("out_of_credit", /account that pays for speech has no credit left.*`\/redeem`/);
const noModel = fails("model_unavailable", /offers none of Herald's models/);
const notUnderstood = fails("bad_request", /didn't understand the request/);
const blocked = fails("blocked", /won't read this text/);
const busy = fails("rate_limited", /busy: try again <t:\d+:R>/);
const troubled = fails("upstream", /is having problems/);
const silence = fails("no_audio", /returned no sound for this text/);
const unplayable = fails("unplayable_sound", /sent a kind of sound that Herald can't play/);
const noService = fails("bad_response", /it isn't a speech service/);

export const wireRows: readonly WireRow[] = [
	// Refusals, by status and code
	["key missing, invalid, expired or exhausted", gateway(401, "new_api_error", ""), 1, badKey],
	[
		"Google's bad key",
		google(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key."),
		1,
		badKey,
	],
	[
		"Google's expired key",
		google(400, "INVALID_ARGUMENT", "API key expired. Please renew the API key."),
		1,
		badKey,
	],
	[
		"a place that Google doesn't serve",
		google(400, "FAILED_PRECONDITION", "User location is not supported for the API use."),
		1,
		badAccount,
	],
	...[
		"This token quota is exhausted TokenStatusExhausted[sk-abc***xyz]",
		"该令牌额度已用尽 TokenStatusExhausted[sk-abc***xyz]",
		"該令牌額度已用盡",
	].map(
		(message): WireRow => [
			`key used up, as gateways said until April 2026: ${message}`,
			gateway(401, "new_api_error", "", message),
			1,
			fails("key_exhausted", /^(?!.*`\/redeem`).*reached its own limit/),
		],
	),
	...Object.entries({
		English: "Invalid token, database query error, please contact administrator",
		"simplified Chinese": "无效的令牌，数据库查询出错，请联系管理员",
		"traditional Chinese": "無效的令牌，資料庫查詢出錯，請聯繫管理員",
		Portuguese: "Token inválido, erro de consulta ao banco de dados, entre em contato com o administrador",
	}).map(
		([language, message]): WireRow => [
			`a fault of the gateway's database, called a wrong key in ${language}`,
			recovering(gateway(401, "new_api_error", "", message)),
			2,
			spoken,
		],
	),
	["user banned", gateway(403, "new_api_error", ""), 1, badAccount],
	["address, group or model not allowed", gateway(403, "new_api_error", "access_denied"), 1, badAccount],
	["balance empty", gateway(403, "new_api_error", "insufficient_user_quota"), 1, noCredit],
	...[
		"订阅额度不足或未配置订阅: no active subscription",
		"訂閱額度不足",
		"subscription quota insufficient",
	].map(
		(message): WireRow => [
			`a subscription used up: ${message}`,
			gateway(403, "new_api_error", "insufficient_user_quota", message),
			1,
			fails(
				"subscription_exhausted",
				/^The subscription that pays for speech is used up\. Whoever hosts this bot needs to renew it\.$/,
			),
		],
	),
	[
		"key's own limit used up",
		gateway(403, "new_api_error", "pre_consume_token_quota_failed"),
		1,
		fails("key_exhausted", /^(?!.*`\/redeem`).*reached its own limit.*codes don't change it/),
	],
	["prepaid balance empty at Google", google(402, "RESOURCE_EXHAUSTED"), 1, noCredit],
	["no model of the list is known", gateway(503, "new_api_error", "model_not_found"), 2, noModel],
	[
		"first model unknown, second known",
		recovering(gateway(503, "new_api_error", "model_not_found")),
		2,
		spoken,
	],
	[
		"Google's unknown model",
		recovering(google(404, "NOT_FOUND", "models/x is not found for API version v1beta")),
		2,
		spoken,
	],
	...[400, 500].flatMap((status): WireRow[] => [
		[`no model with a price, ${status}`, gateway(status, "new_api_error", "model_price_error"), 2, noModel],
		[
			`first model without a price, ${status}`,
			recovering(gateway(status, "new_api_error", "model_price_error")),
			2,
			spoken,
		],
	]),
	["invalid request, 400", gateway(400, "new_api_error", "invalid_request"), 1, notUnderstood],
	["invalid request, 500", gateway(500, "new_api_error", "invalid_request"), 1, notUnderstood],
	[
		"unknown voice",
		google(400, "INVALID_ARGUMENT", "No matching speaker voice found for name"),
		1,
		notUnderstood,
	],
	[
		"body too large",
		gateway(413, "new_api_error", "read_request_body_failed"),
		1,
		fails("too_long", /too long for the speech service/),
		{ text: "413" },
	],
	[
		"body too large, and a half is not",
		recovering(page(413)),
		3,
		spoken,
		{ text: "This sentence is refused as a whole, yet each of its two halves is spoken." },
	],
	["sensitive words", gateway(500, "new_api_error", "sensitive_words_detected"), 1, blocked],
	["an account's rate limit for good: no other model is asked", gateway(429, "new_api_error", ""), 3, busy],
	["an upstream's rate limit for good", gateway(429, "upstream_error", 429), 6, busy],
	[
		"a rate limit behind a gateway, which has retried by itself",
		gatewayed(gateway(429, "upstream_error", 429)),
		3,
		busy,
	],
	["rate limited once", recovering(gateway(429, "new_api_error", "")), 2, spoken],
	["rate limited with an empty body", recovering(empty(429)), 2, spoken],
	[
		"Retry-After that fits",
		recovering((response) => response.writeHead(429, { "retry-after": "0.05" }).end()),
		2,
		spoken,
	],
	[
		"Retry-After beyond the deadline",
		(response) => response.writeHead(429, { "retry-after": "900" }).end(),
		1,
		busy,
	],
	[
		"RetryInfo beyond the deadline",
		google(429, "RESOURCE_EXHAUSTED", "no", [
			{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "900s" },
		]),
		1,
		busy,
	],
	[
		"a wait only in the text, beyond the deadline",
		gateway(429, "upstream_error", 429, "Please retry in 915.59s."),
		1,
		busy,
	],
	[
		"Google's daily limit by its quotaId",
		google(429, "RESOURCE_EXHAUSTED", "quota", [
			{ violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel" }] },
		]),
		1,
		fails("rate_limited", /limit for today is reached: try again <t:\d+:R>/),
	],
	[
		"Google's daily limit by its message",
		gateway(429, "upstream_error", "429", "Quota exceeded: GenerateRequestsPerDay"),
		1,
		fails("rate_limited", /limit for today is reached/),
	],
	["upstream unreachable", gateway(500, "new_api_error", "do_request_failed"), 6, troubled],
	...["system_cpu_overloaded", "system_memory_overloaded", "system_disk_overloaded"].map(
		(code): WireRow => [
			`the gateway's machine overloaded once (${code})`,
			recovering(gateway(503, "new_api_error", code)),
			2,
			spoken,
		],
	),
	["upstream unparsable once", recovering(gateway(500, "new_api_error", "bad_response_body")), 2, spoken],
	...[401, 402, 403].flatMap((status): WireRow[] => [
		...[
			{ how: "by its number", behave: gateway(status, "upstream_error", status) },
			{ how: "by its status alone", behave: gateway(status, "upstream_error", "") },
			{ how: "as 500", behave: gateway(500, "upstream_error", `${status}`) },
			{ how: "without a body", behave: gateway(status, "new_api_error", "bad_response_status_code") },
			{ how: "without a body, as a type", behave: gateway(status, "bad_response_status_code", "") },
		].map(({ how, behave }): WireRow => [`upstream's ${status} passed on ${how}`, behave, 2, troubled]),
		[
			`upstream's ${status} passed on for the first model alone`,
			recovering(gateway(status, "upstream_error", status)),
			2,
			spoken,
		],
	]),
	[
		"upstream's empty account, of the gateway's own family",
		gateway(403, "upstream_error", "insufficient_user_quota"),
		2,
		troubled,
	],
	["upstream's 404 passed on", recovering(gateway(404, "upstream_error", 404)), 2, spoken],
	...[
		"API key not valid. Please pass a valid API key.",
		"API key expired. Please renew the API key.",
		"User location is not supported for the API use.",
	].flatMap((message): WireRow[] =>
		[400, "400", ""].map(
			(code): WireRow => [
				`a channel's "${message}" passed on with ${JSON.stringify(code)}`,
				gateway(400, "upstream_error", code, message),
				2,
				troubled,
			],
		),
	),
	["upstream's 400 passed on as 500", gateway(500, "upstream_error", "400"), 1, notUnderstood],
	["upstream's 503 passed on", recovering(gateway(503, "upstream_error", 503), 2), 3, spoken],
	...[503, 504, 520, 521, 522, 523, 524, 502, 408].map(
		(status): WireRow => [`a proxy's ${status}`, recovering(page(status)), 2, spoken],
	),
	["500 INTERNAL", recovering(google(500, "INTERNAL", "An internal error has occurred"), 2), 3, spoken],
	["a code that is null", recovering(gateway(500, "new_api_error", null)), 2, spoken],
	["an empty 500", recovering(empty(500)), 2, spoken],
	// Answers that aren't the interface's
	["200 with an HTML page", page(200), 1, noService],
	[
		"an invalid URL",
		(response) =>
			sendJson(response, 404, {
				error: { message: "Invalid URL (POST /v1beta)", type: "invalid_request_error", param: "", code: "" },
			}),
		1,
		noService,
	],
	["200 with success:false", ok({ success: false, message: "no" }), 1, noService],
	[
		"a redirect",
		(response) => response.writeHead(302, { location: "https://elsewhere.example/" }).end(),
		1,
		noService,
	],
	["sound of a kind that can't be played", ok(answerBody(Buffer.from("ID3…"), "audio/mpeg")), 1, unplayable],
	[
		"a body over 64 MiB",
		async (response, _attempt, request) => {
			response.writeHead(200, { "content-type": "application/json" });
			const chunk = Buffer.alloc(1024 * 1024, " ");
			for (let sent = 0; sent < 70 && !response.destroyed; sent++)
				if (!response.write(chunk)) await Promise.race([once(response, "drain"), request.closed]);
			response.end();
		},
		1,
		noService,
	],
	// A valid body with another status or encoding
	...[201, 202, 203, 206].map(
		(status): WireRow => [
			`a right body with ${status}`,
			(response) => sendJson(response, status, answerBody(toneWav(1.6))),
			1,
			spoken,
		],
	),
	["204, which has no body", empty(204), 1, noService],
	["a compressed body", zipped(JSON.stringify(answerBody(toneWav(1.6)))), 1, spoken],
	[
		"a compressed refusal",
		(response) =>
			response
				.writeHead(403, { "content-encoding": "gzip" })
				.end(
					gzipSync(JSON.stringify({ error: { message: "no", type: "", code: "insufficient_user_quota" } })),
				),
		1,
		noCredit,
	],
	[
		"a small body that is over 64 MiB once it is unpacked",
		(...asked) => zipped(Buffer.alloc(70 * 1024 * 1024, " "))(...asked),
		1,
		noService,
	],
	[
		"a body that isn't compressed, though it says so, once",
		recovering((response) =>
			response.writeHead(200, { "content-encoding": "gzip" }).end(JSON.stringify(answerBody(toneWav(1.6)))),
		),
		2,
		spoken,
	],
	[
		"a byte order mark in front of its JSON",
		(response) => response.writeHead(200).end(`\ufeff${JSON.stringify(answerBody(toneWav(1.6)))}`),
		1,
		spoken,
	],
	// Broken connections
	[
		"a body cut in the middle",
		recovering((response) => {
			response.writeHead(200, { "content-type": "application/json", "content-length": "100000" });
			response.write('{"candidates":[', () => response.destroy());
		}),
		2,
		spoken,
	],
	[
		"a connection that always breaks",
		(response) => response.destroy(),
		4,
		fails("network", /can't reach the speech service/),
	],
	["headers that never come", () => {}, 4, fails("timeout", /took too long/), { late: true }],
	["slow headers, once", recovering(() => {}), 2, spoken, { late: true }],
	[
		"a body that stops coming",
		recovering((response) => response.writeHead(200).write('{"cand')),
		2,
		spoken,
		{ late: true },
	],
	// A 200 without audio
	["no content and OTHER, always", ok(silent("OTHER")), 3, silence],
	["no content and OTHER, once", recovering(ok(silent("OTHER"))), 2, spoken],
	[
		"silence of a long text, spoken in two halves",
		recovering(ok(silent("OTHER")), 2),
		4,
		spoken,
		{ text: "This sentence is met with silence as a whole, yet each of its two halves is spoken." },
	],
	["a short text that fails for ever", ok(silent("OTHER")), 2, silence, { text: "ok" }],
	["no candidates at all", ok({ usageMetadata: {} }), 3, silence],
	["a 44-byte WAV", ok(answerBody(toneWav(0))), 3, silence],
	["a WAV of 20 ms", ok(answerBody(toneWav(0.02))), 3, silence],
	["a WAV of silence", ok(answerBody(toneWav(1.5, 0))), 3, silence],
	["a blocked prompt", ok({ promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }), 1, blocked],
	["finish reason SAFETY", ok(silent("SAFETY")), 1, blocked],
	["PROHIBITED_CONTENT on 3.8", ok(silent("PROHIBITED_CONTENT")), 1, blocked],
	[
		"PROHIBITED_CONTENT on 3.1, then read aloud",
		recovering(ok(silent("PROHIBITED_CONTENT"))),
		2,
		spoken,
		{ models: "prompt" },
	],
	[
		"tried to generate text on 3.1",
		recovering(
			google(400, "INVALID_ARGUMENT", "Model tried to generate text, but it should only be used for TTS."),
		),
		2,
		spoken,
		{ models: "prompt" },
	],
	["a sound far too long for its text, once", recovering(ok(answerBody(toneWav(19)))), 2, spoken],
	// Audio in every format
	[
		"sound that ends before its text does",
		ok({
			...answerBody(toneWav(1.6)),
			candidates: [{ ...answerBody(toneWav(1.6)).candidates[0], finishReason: "MAX_TOKENS" }],
		}),
		1,
		{ sentence: /\*\*Kore\*\* · 0:02\n.*\n-# The speech service stopped before the end of this text\.$/ },
	],
	["Ogg Opus", ok(answerBody(ogg(), "audio/ogg")), 1, spoken],
	["a file of sound as text", ok(inPart({ text: Buffer.from(toneWav(1.6)).toString("base64") })), 1, spoken],
	[
		"a file of sound that is elsewhere",
		ok(inPart({ fileData: { mimeType: "audio/wav", fileUri: "https://files.example/1" } })),
		1,
		unplayable,
	],
	[
		"sound in its second candidate",
		ok({ candidates: [{ content: {} }, { ...answerBody(toneWav(1.6)).candidates[0], index: 1 }] }),
		1,
		spoken,
	],
	["raw PCM, as older models name it", ok(raw("audio/L16;codec=pcm;rate=24000", 24_000)), 1, spoken],
	["raw PCM, as newer ones do", ok(raw("audio/l16; rate=24000; channels=1", 24_000)), 1, spoken],
	["raw PCM of another rate", ok(raw("audio/L16;rate=16000", 16_000)), 1, spoken],
	["a WAV of unknown size", ok(answerBody(openEnded())), 1, spoken],
	[
		"snake case, thoughts and several parts",
		ok({
			candidates: [
				{
					content: {
						parts: [
							{ text: "thinking", thought: true },
							{
								inline_data: {
									mime_type: "audio/L16;rate=24000",
									data: Buffer.from(tone(0.8).buffer).toString("base64"),
								},
							},
							{
								inline_data: {
									mime_type: "audio/L16;rate=24000",
									data: Buffer.from(tone(0.8).buffer).toString("base64"),
								},
							},
						],
					},
				},
			],
		}),
		1,
		spoken,
	],
];

import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { encodeClip } from "@herald/common/audio/encode-clip.ts";
import { writeOgg } from "@herald/common/audio/ogg.ts";
import type { ProblemKind } from "../../src/shared/problem.ts";
import { answerBody, type Behaviour, sendJson, speakWell, tone, toneWav } from "../support/upstream.ts";

/** A way in which a speech service answers, and the expected result. */
export interface WireRow {
	readonly name: string;
	readonly behave: Behaviour;
	/** The number of requests that reach the service. */
	readonly requests: number;
	/** The Problem's kind. Undefined if the text is spoken after all. */
	readonly problem?: ProblemKind;
	readonly sentence: RegExp;
	/** What the member says. By default, it is the row's name. */
	readonly text?: string;
	/** The models of this row's bot. By default, the row is for both. */
	readonly models?: "transcript" | "prompt";
	/** Whether this row is about timing. */
	readonly late?: boolean;
}

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

const spoken = /\*\*Kore\*\* · 0:0\d/;
const again = /is having problems/;
const credit = /account that pays for speech has no credit left.*`\/redeem`/;
const silence = /returned no sound for this text/;
const unplayable = /sent a kind of sound that Herald can't play/;
const badService = /it isn't a speech service/;

export const wireRows: readonly WireRow[] = [
	// Refusals, by status and code
	{
		name: "key missing, invalid, expired or exhausted",
		behave: gateway(401, "new_api_error", ""),
		requests: 1,
		problem: "unauthorized",
		sentence: /refuses Herald's key/,
	},
	{
		name: "Google's bad key",
		behave: google(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key."),
		requests: 1,
		problem: "unauthorized",
		sentence: /refuses Herald's key/,
	},
	{
		name: "Google's expired key",
		behave: google(400, "INVALID_ARGUMENT", "API key expired. Please renew the API key."),
		requests: 1,
		problem: "unauthorized",
		sentence: /refuses Herald's key/,
	},
	{
		name: "a place that Google doesn't serve",
		behave: google(400, "FAILED_PRECONDITION", "User location is not supported for the API use."),
		requests: 1,
		problem: "forbidden",
		sentence: /refuses Herald's account/,
	},
	...[
		"This token quota is exhausted TokenStatusExhausted[sk-abc***xyz]",
		"该令牌额度已用尽 TokenStatusExhausted[sk-abc***xyz]",
		"該令牌額度已用盡",
	].map(
		(message): WireRow => ({
			name: `key used up, as gateways said until April 2026: ${message}`,
			behave: gateway(401, "new_api_error", "", message),
			requests: 1,
			problem: "key_exhausted",
			sentence: /^(?!.*`\/redeem`).*reached its own limit/,
		}),
	),
	...Object.entries({
		English: "Invalid token, database query error, please contact administrator",
		"simplified Chinese": "无效的令牌，数据库查询出错，请联系管理员",
		"traditional Chinese": "無效的令牌，資料庫查詢出錯，請聯繫管理員",
		Portuguese: "Token inválido, erro de consulta ao banco de dados, entre em contato com o administrador",
	}).map(
		([language, message]): WireRow => ({
			name: `a fault of the gateway's database, called a wrong key in ${language}`,
			behave: recovering(gateway(401, "new_api_error", "", message)),
			requests: 2,
			sentence: spoken,
		}),
	),
	{
		name: "user banned",
		behave: gateway(403, "new_api_error", ""),
		requests: 1,
		problem: "forbidden",
		sentence: /refuses Herald's account/,
	},
	{
		name: "address, group or model not allowed",
		behave: gateway(403, "new_api_error", "access_denied"),
		requests: 1,
		problem: "forbidden",
		sentence: /refuses Herald's account/,
	},
	{
		name: "balance empty",
		behave: gateway(403, "new_api_error", "insufficient_user_quota"),
		requests: 1,
		problem: "out_of_credit",
		sentence: credit,
	},
	...[
		"订阅额度不足或未配置订阅: no active subscription",
		"訂閱額度不足",
		"subscription quota insufficient",
	].map(
		(message): WireRow => ({
			name: `a subscription used up: ${message}`,
			behave: gateway(403, "new_api_error", "insufficient_user_quota", message),
			requests: 1,
			problem: "subscription_exhausted",
			sentence:
				/^The subscription that pays for speech is used up\. Whoever hosts this bot needs to renew it\.$/,
		}),
	),
	{
		name: "key's own limit used up",
		behave: gateway(403, "new_api_error", "pre_consume_token_quota_failed"),
		requests: 1,
		problem: "key_exhausted",
		sentence: /^(?!.*`\/redeem`).*reached its own limit.*codes don't change it/,
	},
	{
		name: "prepaid balance empty at Google",
		behave: google(402, "RESOURCE_EXHAUSTED"),
		requests: 1,
		problem: "out_of_credit",
		sentence: credit,
	},
	{
		name: "no model of the list is known",
		behave: gateway(503, "new_api_error", "model_not_found"),
		requests: 2,
		problem: "model_unavailable",
		sentence: /offers none of Herald's models/,
	},
	{
		name: "first model unknown, second known",
		behave: recovering(gateway(503, "new_api_error", "model_not_found")),
		requests: 2,
		sentence: spoken,
	},
	{
		name: "Google's unknown model",
		behave: recovering(google(404, "NOT_FOUND", "models/x is not found for API version v1beta")),
		requests: 2,
		sentence: spoken,
	},
	...[400, 500].flatMap((status): WireRow[] => [
		{
			name: `no model with a price, ${status}`,
			behave: gateway(status, "new_api_error", "model_price_error"),
			requests: 2,
			problem: "model_unavailable",
			sentence: /offers none of Herald's models/,
		},
		{
			name: `first model without a price, ${status}`,
			behave: recovering(gateway(status, "new_api_error", "model_price_error")),
			requests: 2,
			sentence: spoken,
		},
	]),
	{
		name: "invalid request, 400",
		behave: gateway(400, "new_api_error", "invalid_request"),
		requests: 1,
		problem: "bad_request",
		sentence: /didn't understand the request/,
	},
	{
		name: "invalid request, 500",
		behave: gateway(500, "new_api_error", "invalid_request"),
		requests: 1,
		problem: "bad_request",
		sentence: /didn't understand the request/,
	},
	{
		name: "unknown voice",
		behave: google(400, "INVALID_ARGUMENT", "No matching speaker voice found for name"),
		requests: 1,
		problem: "bad_request",
		sentence: /didn't understand the request/,
	},
	{
		name: "body too large",
		behave: gateway(413, "new_api_error", "read_request_body_failed"),
		requests: 1,
		text: "413",
		problem: "too_long",
		sentence: /too long for the speech service/,
	},
	{
		name: "body too large, and a half is not",
		behave: recovering(page(413)),
		requests: 3,
		text: "This sentence is refused as a whole, yet each of its two halves is spoken.",
		sentence: spoken,
	},
	{
		name: "sensitive words",
		behave: gateway(500, "new_api_error", "sensitive_words_detected"),
		requests: 1,
		problem: "blocked",
		sentence: /won't read this text/,
	},
	{
		name: "an account's rate limit for good: no other model is asked",
		behave: gateway(429, "new_api_error", ""),
		requests: 3,
		problem: "rate_limited",
		sentence: /busy: try again <t:\d+:R>/,
	},
	{
		name: "an upstream's rate limit for good",
		behave: gateway(429, "upstream_error", 429),
		requests: 6,
		problem: "rate_limited",
		sentence: /busy: try again <t:\d+:R>/,
	},
	{
		name: "a rate limit behind a gateway, which has retried by itself",
		behave: gatewayed(gateway(429, "upstream_error", 429)),
		requests: 3,
		problem: "rate_limited",
		sentence: /busy: try again <t:\d+:R>/,
	},
	{
		name: "rate limited once",
		behave: recovering(gateway(429, "new_api_error", "")),
		requests: 2,
		sentence: spoken,
	},
	{ name: "rate limited with an empty body", behave: recovering(empty(429)), requests: 2, sentence: spoken },
	{
		name: "Retry-After that fits",
		behave: recovering((response) => response.writeHead(429, { "retry-after": "0.05" }).end()),
		requests: 2,
		sentence: spoken,
	},
	{
		name: "Retry-After beyond the deadline",
		behave: (response) => response.writeHead(429, { "retry-after": "900" }).end(),
		requests: 1,
		problem: "rate_limited",
		sentence: /busy: try again <t:\d+:R>/,
	},
	{
		name: "RetryInfo beyond the deadline",
		behave: google(429, "RESOURCE_EXHAUSTED", "no", [
			{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "900s" },
		]),
		requests: 1,
		problem: "rate_limited",
		sentence: /busy: try again <t:\d+:R>/,
	},
	{
		name: "a wait only in the text, beyond the deadline",
		behave: gateway(429, "upstream_error", 429, "Please retry in 915.59s."),
		requests: 1,
		problem: "rate_limited",
		sentence: /busy: try again <t:\d+:R>/,
	},
	{
		name: "Google's daily limit by its quotaId",
		behave: google(429, "RESOURCE_EXHAUSTED", "quota", [
			{ violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel" }] },
		]),
		requests: 1,
		problem: "rate_limited",
		sentence: /limit for today is reached: try again <t:\d+:R>/,
	},
	{
		name: "Google's daily limit by its message",
		behave: gateway(429, "upstream_error", "429", "Quota exceeded: GenerateRequestsPerDay"),
		requests: 1,
		problem: "rate_limited",
		sentence: /limit for today is reached/,
	},
	{
		name: "upstream unreachable",
		behave: gateway(500, "new_api_error", "do_request_failed"),
		requests: 6,
		problem: "upstream",
		sentence: again,
	},
	...["system_cpu_overloaded", "system_memory_overloaded", "system_disk_overloaded"].map((code) => ({
		name: `the gateway's machine overloaded once (${code})`,
		behave: recovering(gateway(503, "new_api_error", code)),
		requests: 2,
		sentence: spoken,
	})),
	{
		name: "upstream unparsable once",
		behave: recovering(gateway(500, "new_api_error", "bad_response_body")),
		requests: 2,
		sentence: spoken,
	},
	...[401, 402, 403].flatMap((status): WireRow[] => [
		...[
			{ how: "by its number", behave: gateway(status, "upstream_error", status) },
			{ how: "by its status alone", behave: gateway(status, "upstream_error", "") },
			{ how: "as 500", behave: gateway(500, "upstream_error", `${status}`) },
			{ how: "without a body", behave: gateway(status, "new_api_error", "bad_response_status_code") },
			{ how: "without a body, as a type", behave: gateway(status, "bad_response_status_code", "") },
		].map(({ how, behave }) => ({
			name: `upstream's ${status} passed on ${how}`,
			behave,
			requests: 2,
			problem: "upstream" as const,
			sentence: again,
		})),
		{
			name: `upstream's ${status} passed on for the first model alone`,
			behave: recovering(gateway(status, "upstream_error", status)),
			requests: 2,
			sentence: spoken,
		},
	]),
	{
		name: "upstream's empty account, of the gateway's own family",
		behave: gateway(403, "upstream_error", "insufficient_user_quota"),
		requests: 2,
		problem: "upstream",
		sentence: again,
	},
	{
		name: "upstream's 404 passed on",
		behave: recovering(gateway(404, "upstream_error", 404)),
		requests: 2,
		sentence: spoken,
	},
	...[
		"API key not valid. Please pass a valid API key.",
		"API key expired. Please renew the API key.",
		"User location is not supported for the API use.",
	].flatMap((message): WireRow[] =>
		[400, "400", ""].map((code) => ({
			name: `a channel's "${message}" passed on with ${JSON.stringify(code)}`,
			behave: gateway(400, "upstream_error", code, message),
			requests: 2,
			problem: "upstream",
			sentence: again,
		})),
	),
	{
		name: "upstream's 400 passed on as 500",
		behave: gateway(500, "upstream_error", "400"),
		requests: 1,
		problem: "bad_request",
		sentence: /didn't understand the request/,
	},
	{
		name: "upstream's 503 passed on",
		behave: recovering(gateway(503, "upstream_error", 503), 2),
		requests: 3,
		sentence: spoken,
	},
	...[503, 504, 520, 521, 522, 523, 524, 502, 408].map((status) => ({
		name: `a proxy's ${status}`,
		behave: recovering(page(status)),
		requests: 2,
		sentence: spoken,
	})),
	{
		name: "500 INTERNAL",
		behave: recovering(google(500, "INTERNAL", "An internal error has occurred"), 2),
		requests: 3,
		sentence: spoken,
	},
	{
		name: "a code that is null",
		behave: recovering(gateway(500, "new_api_error", null)),
		requests: 2,
		sentence: spoken,
	},
	{ name: "an empty 500", behave: recovering(empty(500)), requests: 2, sentence: spoken },
	// Answers that aren't the interface's
	{
		name: "200 with an HTML page",
		behave: page(200),
		requests: 1,
		problem: "bad_response",
		sentence: badService,
	},
	{
		name: "an invalid URL",
		behave: (response) =>
			sendJson(response, 404, {
				error: { message: "Invalid URL (POST /v1beta)", type: "invalid_request_error", param: "", code: "" },
			}),
		requests: 1,
		problem: "bad_response",
		sentence: badService,
	},
	{
		name: "200 with success:false",
		behave: ok({ success: false, message: "no" }),
		requests: 1,
		problem: "bad_response",
		sentence: badService,
	},
	{
		name: "a redirect",
		behave: (response) => response.writeHead(302, { location: "https://elsewhere.example/" }).end(),
		requests: 1,
		problem: "bad_response",
		sentence: badService,
	},
	{
		name: "sound of a kind that can't be played",
		behave: ok(answerBody(Buffer.from("ID3…"), "audio/mpeg")),
		requests: 1,
		problem: "unplayable_sound",
		sentence: unplayable,
	},
	{
		name: "a body over 64 MiB",
		behave: async (response, _attempt, request) => {
			response.writeHead(200, { "content-type": "application/json" });
			const chunk = Buffer.alloc(1024 * 1024, " ");
			for (let sent = 0; sent < 70 && !response.destroyed; sent++)
				if (!response.write(chunk)) await Promise.race([once(response, "drain"), request.closed]);
			response.end();
		},
		requests: 1,
		problem: "bad_response",
		sentence: badService,
	},
	// A valid body with another status or encoding
	...[201, 202, 203, 206].map(
		(status) =>
			({
				name: `a right body with ${status}`,
				behave: (response) => sendJson(response, status, answerBody(toneWav(1.6))),
				requests: 1,
				sentence: spoken,
			}) satisfies WireRow,
	),
	{
		name: "204, which has no body",
		behave: empty(204),
		requests: 1,
		problem: "bad_response",
		sentence: badService,
	},
	{
		name: "a compressed body",
		behave: zipped(JSON.stringify(answerBody(toneWav(1.6)))),
		requests: 1,
		sentence: spoken,
	},
	{
		name: "a compressed refusal",
		behave: (response) =>
			response
				.writeHead(403, { "content-encoding": "gzip" })
				.end(
					gzipSync(JSON.stringify({ error: { message: "no", type: "", code: "insufficient_user_quota" } })),
				),
		requests: 1,
		problem: "out_of_credit",
		sentence: credit,
	},
	{
		name: "a small body that is over 64 MiB once it is unpacked",
		behave: (...asked) => zipped(Buffer.alloc(70 * 1024 * 1024, " "))(...asked),
		requests: 1,
		problem: "bad_response",
		sentence: badService,
	},
	{
		name: "a body that isn't compressed, though it says so, once",
		behave: recovering((response) =>
			response.writeHead(200, { "content-encoding": "gzip" }).end(JSON.stringify(answerBody(toneWav(1.6)))),
		),
		requests: 2,
		sentence: spoken,
	},
	{
		name: "a byte order mark in front of its JSON",
		behave: (response) => response.writeHead(200).end(`\ufeff${JSON.stringify(answerBody(toneWav(1.6)))}`),
		requests: 1,
		sentence: spoken,
	},
	// Broken connections
	{
		name: "a body cut in the middle",
		behave: recovering((response) => {
			response.writeHead(200, { "content-type": "application/json", "content-length": "100000" });
			response.write('{"candidates":[', () => response.destroy());
		}),
		requests: 2,
		sentence: spoken,
	},
	{
		name: "a connection that always breaks",
		behave: (response) => response.destroy(),
		requests: 4,
		problem: "network",
		sentence: /can't reach the speech service/,
	},
	{
		name: "headers that never come",
		late: true,
		behave: () => {},
		requests: 4,
		problem: "timeout",
		sentence: /took too long/,
	},
	{ name: "slow headers, once", late: true, behave: recovering(() => {}), requests: 2, sentence: spoken },
	{
		name: "a body that stops coming",
		late: true,
		behave: recovering((response) => response.writeHead(200).write('{"cand')),
		requests: 2,
		sentence: spoken,
	},
	// A 200 without audio
	{
		name: "no content and OTHER, always",
		behave: ok(silent("OTHER")),
		requests: 3,
		problem: "no_audio",
		sentence: silence,
	},
	{
		name: "no content and OTHER, once",
		behave: recovering(ok(silent("OTHER"))),
		requests: 2,
		sentence: spoken,
	},
	{
		name: "silence of a long text, spoken in two halves",
		behave: recovering(ok(silent("OTHER")), 2),
		requests: 4,
		text: "This sentence is met with silence as a whole, yet each of its two halves is spoken.",
		sentence: spoken,
	},
	{
		name: "a short text that fails for ever",
		behave: ok(silent("OTHER")),
		requests: 2,
		text: "ok",
		problem: "no_audio",
		sentence: silence,
	},
	{
		name: "no candidates at all",
		behave: ok({ usageMetadata: {} }),
		requests: 3,
		problem: "no_audio",
		sentence: silence,
	},
	{
		name: "a 44-byte WAV",
		behave: ok(answerBody(toneWav(0))),
		requests: 3,
		problem: "no_audio",
		sentence: silence,
	},
	{
		name: "a WAV of 20 ms",
		behave: ok(answerBody(toneWav(0.02))),
		requests: 3,
		problem: "no_audio",
		sentence: silence,
	},
	{
		name: "a WAV of silence",
		behave: ok(answerBody(toneWav(1.5, 0))),
		requests: 3,
		problem: "no_audio",
		sentence: silence,
	},
	{
		name: "a blocked prompt",
		behave: ok({ promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }),
		requests: 1,
		problem: "blocked",
		sentence: /won't read this text/,
	},
	{
		name: "finish reason SAFETY",
		behave: ok(silent("SAFETY")),
		requests: 1,
		problem: "blocked",
		sentence: /won't read this text/,
	},
	{
		name: "PROHIBITED_CONTENT on 3.8",
		behave: ok(silent("PROHIBITED_CONTENT")),
		requests: 1,
		problem: "blocked",
		sentence: /won't read this text/,
	},
	{
		name: "PROHIBITED_CONTENT on 3.1, then read aloud",
		models: "prompt",
		behave: recovering(ok(silent("PROHIBITED_CONTENT"))),
		requests: 2,
		sentence: spoken,
	},
	{
		name: "tried to generate text on 3.1",
		models: "prompt",
		behave: recovering(
			google(400, "INVALID_ARGUMENT", "Model tried to generate text, but it should only be used for TTS."),
		),
		requests: 2,
		sentence: spoken,
	},
	{
		name: "a sound far too long for its text, once",
		behave: recovering(ok(answerBody(toneWav(19)))),
		requests: 2,
		sentence: spoken,
	},
	// Audio in every format
	{
		name: "sound that ends before its text does",
		behave: ok({
			...answerBody(toneWav(1.6)),
			candidates: [{ ...answerBody(toneWav(1.6)).candidates[0], finishReason: "MAX_TOKENS" }],
		}),
		requests: 1,
		sentence: /\*\*Kore\*\* · 0:02\n.*\n-# The speech service stopped before the end of this text\.$/,
	},
	{ name: "Ogg Opus", behave: ok(answerBody(ogg(), "audio/ogg")), requests: 1, sentence: spoken },
	{
		name: "a file of sound as text",
		behave: ok(inPart({ text: Buffer.from(toneWav(1.6)).toString("base64") })),
		requests: 1,
		sentence: spoken,
	},
	{
		name: "a file of sound that is elsewhere",
		behave: ok(inPart({ fileData: { mimeType: "audio/wav", fileUri: "https://files.example/1" } })),
		requests: 1,
		problem: "unplayable_sound",
		sentence: unplayable,
	},
	{
		name: "sound in its second candidate",
		behave: ok({ candidates: [{ content: {} }, { ...answerBody(toneWav(1.6)).candidates[0], index: 1 }] }),
		requests: 1,
		sentence: spoken,
	},
	{
		name: "raw PCM, as older models name it",
		behave: ok(raw("audio/L16;codec=pcm;rate=24000", 24_000)),
		requests: 1,
		sentence: spoken,
	},
	{
		name: "raw PCM, as newer ones do",
		behave: ok(raw("audio/l16; rate=24000; channels=1", 24_000)),
		requests: 1,
		sentence: spoken,
	},
	{
		name: "raw PCM of another rate",
		behave: ok(raw("audio/L16;rate=16000", 16_000)),
		requests: 1,
		sentence: spoken,
	},
	{ name: "a WAV of unknown size", behave: ok(answerBody(openEnded())), requests: 1, sentence: spoken },
	{
		name: "snake case, thoughts and several parts",
		behave: ok({
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
		requests: 1,
		sentence: spoken,
	},
];

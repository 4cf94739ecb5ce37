import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { encodeClip } from "@herald/common/audio/encode-clip.ts";
import { writeOgg } from "@herald/common/audio/ogg.ts";
import type { ProblemKind } from "../../src/shared/problem.ts";
import {
	answer,
	answerBody,
	type Behaviour,
	inTurn,
	refuse,
	sendJson,
	sound,
	speakWell,
	tone,
	toneWav,
} from "../support/upstream.ts";

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

const google =
	(code: number, status: string, message = "no", details: unknown[] = []): Behaviour =>
	(response) =>
		sendJson(response, code, { error: { code, message, status, details } });
/** Refuses with what a gateway's upstream said. */
const passedOn = (status: number, code: string | number, message = "no"): Behaviour =>
	answer({ error: { message, type: "upstream_error", code } }, status);
/** Answers with the header that gateways set. */
const gatewayed =
	(behave: Behaviour): Behaviour =>
	(response, attempt, request) => {
		response.setHeader("x-oneapi-request-id", `20261121${attempt}`);
		return behave(response, attempt, request);
	};
const page =
	(status: number): Behaviour =>
	(response) =>
		response.writeHead(status, { "content-type": "text/html" }).end("<!DOCTYPE html><html><h1>Sorry</h1>");
const empty =
	(status: number, headers: Record<string, string> = {}): Behaviour =>
	(response) =>
		response.writeHead(status, headers).end();
/** Answers with a compressed body, though the request didn't ask for one. */
const zipped =
	(body: unknown, status = 200): Behaviour =>
	(response) =>
		response
			.writeHead(status, { "content-type": "application/json", "content-encoding": "gzip" })
			.end(gzipSync(Buffer.isBuffer(body) ? body : JSON.stringify(body)));
/** No sound, and a reason for that. */
const silent = (finishReason: string): Behaviour =>
	answer({ candidates: [{ content: {}, finishReason }], usageMetadata: { promptTokenCount: 3 } });
const good = answerBody(toneWav(1.6));
/** Raw samples of this type and rate. */
const raw = (mimeType: string, rate: number): Behaviour =>
	answer(answerBody(new Uint8Array(tone(1.6, 220, rate).buffer), mimeType));
const openEnded = (): Uint8Array => {
	const wav = Buffer.from(toneWav(1.6));
	wav.writeUInt32LE(0xffff_ffff, 40);
	return wav;
};
const ogg = (): Uint8Array => {
	const { packets, durationMs } = encodeClip({ samples: tone(1.6), sampleRate: 24_000 });
	return writeOgg(packets, durationMs);
};
const inParts = (...parts: readonly unknown[]): Behaviour => answer({ candidates: [{ content: { parts } }] });
const inSnakeCase = {
	inline_data: {
		mime_type: "audio/L16;rate=24000",
		data: Buffer.from(tone(0.8).buffer).toString("base64"),
	},
};
const thought = { text: "thinking", thought: true };
const fileData = { mimeType: "audio/wav", fileUri: "https://files.example/1" };
/** The good answer with its candidate changed, behind other candidates. */
const candidate = (more: object, ...before: readonly object[]) => ({
	...good,
	candidates: [...before, { ...good.candidates[0], ...more }],
});
const marked: Behaviour = (response) => response.writeHead(200).end(`\ufeff${JSON.stringify(good)}`);
const spaces = () => Buffer.alloc(70 * 1024 * 1024, " ");
const otherPlace = "User location is not supported for the API use.";
const noSuchVoice = "No matching speaker voice found for name";
const retryInfo = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "900s" };
const daily = { violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel" }] };
/** Sends 70 MiB. */
const flood: Behaviour = async (response, _attempt, request) => {
	response.writeHead(200, { "content-type": "application/json" });
	const chunk = Buffer.alloc(1024 * 1024, " ");
	for (let sent = 0; sent < 70 && !response.destroyed; sent++)
		if (!response.write(chunk)) await Promise.race([once(response, "drain"), request.closed]);
	response.end();
};
const cutOff: Behaviour = (response) => {
	response.writeHead(200, { "content-type": "application/json", "content-length": "100000" });
	response.write('{"candidates":[', () => response.destroy());
};

const spoken: End = { sentence: /\*\*Kore\*\* · 0:0\d/ };
const fails = (problem: ProblemKind, sentence: RegExp): End => ({ problem, sentence });
const badKey = fails("unauthorized", /refuses Herald's key/);
const usedUpKey = fails("key_exhausted", /^(?!.*`\/redeem`).*reached its own limit.*codes don't change it/);
const badAccount = fails("forbidden", /refuses Herald's account/);
const noCredit = fails("out_of_credit", /account that pays for speech has no credit left.*`\/redeem`/);
const noSubscription = fails(
	"subscription_exhausted",
	/^The subscription that pays for speech is used up\. Whoever hosts this bot needs to renew it\.$/,
);
const noModel = fails("model_unavailable", /offers none of Herald's models/);
const notUnderstood = fails("bad_request", /didn't understand the request/);
const tooLong = fails("too_long", /too long for the speech service/);
const blocked = fails("blocked", /won't read this text/);
const busy = fails("rate_limited", /busy: try again <t:\d+:R>/);
const busyToday = fails("rate_limited", /limit for today is reached: try again <t:\d+:R>/);
const troubled = fails("upstream", /is having problems/);
const silence = fails("no_audio", /returned no sound for this text/);
const unplayable = fails("unplayable_sound", /sent a kind of sound that Herald can't play/);
const noService = fails("bad_response", /it isn't a speech service/);
const unreachable = fails("network", /can't reach the speech service/);
const tooSlow = fails("timeout", /took too long/);
const cutShort: End = {
	sentence: /\*\*Kore\*\* · 0:02\n.*\n-# The speech service stopped before the end of this text\.$/,
};

/** A text that is spoken after `requests` requests, of which the first ones get this answer: by default, all but one. */
const recovers = (
	name: string,
	behave: Behaviour,
	requests = 2,
	more: More = {},
	times = requests - 1,
): WireRow => [name, inTurn(...Array<Behaviour>(times).fill(behave), speakWell), requests, spoken, more];
const halves = (how: string): More => ({
	text: `This sentence is ${how} as a whole, yet each of its two halves is spoken.`,
});

const refusals: readonly WireRow[] = [
	["key missing, invalid, expired or exhausted", refuse(401), 1, badKey],
	...["API key not valid. Please pass a valid API key.", "API key expired. Please renew the API key."].map(
		(message): WireRow => [`Google's "${message}"`, google(400, "INVALID_ARGUMENT", message), 1, badKey],
	),
	["a place that Google doesn't serve", google(400, "FAILED_PRECONDITION", otherPlace), 1, badAccount],
	...[
		"This token quota is exhausted TokenStatusExhausted[sk-abc***xyz]",
		"该令牌额度已用尽 TokenStatusExhausted[sk-abc***xyz]",
		"該令牌額度已用盡",
	].map(
		(message): WireRow => [
			`key used up, as gateways said until April 2026: ${message}`,
			refuse(401, "", message),
			1,
			usedUpKey,
		],
	),
	...Object.entries({
		English: "Invalid token, database query error, please contact administrator",
		"simplified Chinese": "无效的令牌，数据库查询出错，请联系管理员",
		"traditional Chinese": "無效的令牌，資料庫查詢出錯，請聯繫管理員",
		Portuguese: "Token inválido, erro de consulta ao banco de dados, entre em contato com o administrador",
	}).map(([language, message]) =>
		recovers(
			`a fault of the gateway's database, called a wrong key in ${language}`,
			refuse(401, "", message),
		),
	),
	["user banned", refuse(403), 1, badAccount],
	["address, group or model not allowed", refuse(403, "access_denied"), 1, badAccount],
	["balance empty", refuse(403, "insufficient_user_quota"), 1, noCredit],
	...[
		"订阅额度不足或未配置订阅: no active subscription",
		"訂閱額度不足",
		"subscription quota insufficient",
	].map(
		(message): WireRow => [
			`a subscription used up: ${message}`,
			refuse(403, "insufficient_user_quota", message),
			1,
			noSubscription,
		],
	),
	["key's own limit used up", refuse(403, "pre_consume_token_quota_failed"), 1, usedUpKey],
	["prepaid balance empty at Google", google(402, "RESOURCE_EXHAUSTED"), 1, noCredit],
	["no model of the list is known", refuse(503, "model_not_found"), 2, noModel],
	recovers("first model unknown, second known", refuse(503, "model_not_found")),
	recovers(
		"Google's unknown model",
		google(404, "NOT_FOUND", "models/x is not found for API version v1beta"),
	),
	...[400, 500].flatMap((status): WireRow[] => [
		[`no model with a price, ${status}`, refuse(status, "model_price_error"), 2, noModel],
		recovers(`first model without a price, ${status}`, refuse(status, "model_price_error")),
		[`invalid request, ${status}`, refuse(status, "invalid_request"), 1, notUnderstood],
	]),
	["unknown voice", google(400, "INVALID_ARGUMENT", noSuchVoice), 1, notUnderstood],
	["body too large", refuse(413, "read_request_body_failed"), 1, tooLong, { text: "413" }],
	recovers("body too large, and a half is not", page(413), 3, halves("refused"), 1),
	["sensitive words", refuse(500, "sensitive_words_detected"), 1, blocked],
];

const rateLimits: readonly WireRow[] = [
	["an account's rate limit for good: no other model is asked", refuse(429), 3, busy],
	["an upstream's rate limit for good", passedOn(429, 429), 6, busy],
	["a rate limit behind a gateway, which has retried by itself", gatewayed(passedOn(429, 429)), 3, busy],
	recovers("rate limited once", refuse(429)),
	recovers("rate limited with an empty body", empty(429)),
	recovers("Retry-After that fits", empty(429, { "retry-after": "0.05" })),
	["Retry-After beyond the deadline", empty(429, { "retry-after": "900" }), 1, busy],
	["RetryInfo beyond the deadline", google(429, "RESOURCE_EXHAUSTED", "no", [retryInfo]), 1, busy],
	["a wait only in the text, beyond the deadline", passedOn(429, 429, "Please retry in 915.59s."), 1, busy],
	["Google's daily limit by its quotaId", google(429, "RESOURCE_EXHAUSTED", "quota", [daily]), 1, busyToday],
	[
		"Google's daily limit by its message",
		passedOn(429, "429", "Quota exceeded: GenerateRequestsPerDay"),
		1,
		busyToday,
	],
];

const troubles: readonly WireRow[] = [
	["upstream unreachable", refuse(500, "do_request_failed"), 6, troubled],
	...["cpu", "memory", "disk"].map((what) =>
		recovers(`the gateway's ${what} overloaded once`, refuse(503, `system_${what}_overloaded`)),
	),
	recovers("upstream unparsable once", refuse(500, "bad_response_body")),
	...[401, 402, 403].flatMap((status): WireRow[] => [
		[`upstream's ${status} passed on by its number`, passedOn(status, status), 2, troubled],
		[`upstream's ${status} passed on by its status alone`, passedOn(status, ""), 2, troubled],
		[`upstream's ${status} passed on as 500`, passedOn(500, `${status}`), 2, troubled],
		[
			`upstream's ${status} passed on without a body`,
			refuse(status, "bad_response_status_code"),
			2,
			troubled,
		],
		[
			`upstream's ${status} passed on without a body, as a type`,
			refuse(status, "", "", "bad_response_status_code"),
			2,
			troubled,
		],
		recovers(`upstream's ${status} passed on for the first model alone`, passedOn(status, status)),
	]),
	["upstream's empty account, of its own family", passedOn(403, "insufficient_user_quota"), 2, troubled],
	recovers("upstream's 404 passed on", passedOn(404, 404)),
	...[
		"API key not valid. Please pass a valid API key.",
		"API key expired. Please renew the API key.",
		otherPlace,
	].flatMap((message) =>
		[400, "400", ""].map(
			(code): WireRow => [
				`a channel's "${message}" passed on with ${JSON.stringify(code)}`,
				passedOn(400, code, message),
				2,
				troubled,
			],
		),
	),
	["upstream's 400 passed on as 500", passedOn(500, "400"), 1, notUnderstood],
	recovers("upstream's 503 passed on", passedOn(503, 503), 3),
	...[503, 504, 520, 521, 522, 523, 524, 502, 408].map((status) =>
		recovers(`a proxy's ${status}`, page(status)),
	),
	recovers("500 INTERNAL", google(500, "INTERNAL", "An internal error has occurred"), 3),
	recovers(
		"a code that is null",
		answer({ error: { message: "no", type: "new_api_error", code: null } }, 500),
	),
	recovers("an empty 500", empty(500)),
];

const otherAnswers: readonly WireRow[] = [
	["200 with an HTML page", page(200), 1, noService],
	["an invalid URL", refuse(404, "", "Invalid URL (POST /v1beta)", "invalid_request_error"), 1, noService],
	["200 with success:false", answer({ success: false, message: "no" }), 1, noService],
	["a redirect", empty(302, { location: "https://elsewhere.example/" }), 1, noService],
	["a body over 64 MiB", flood, 1, noService],
	// A valid body with another status or encoding
	...[201, 202, 203, 206].map(
		(status): WireRow => [`a right body with ${status}`, answer(good, status), 1, spoken],
	),
	["204, which has no body", empty(204), 1, noService],
	["a compressed body", zipped(good), 1, spoken],
	["a compressed refusal", zipped({ error: { code: "insufficient_user_quota" } }, 403), 1, noCredit],
	["a small body of 70 MiB once it is unpacked", (...asked) => zipped(spaces())(...asked), 1, noService],
	recovers("a body that isn't compressed, though it says so", (response) =>
		response.writeHead(200, { "content-encoding": "gzip" }).end(JSON.stringify(good)),
	),
	["a byte order mark in front of its JSON", marked, 1, spoken],
	// Broken connections
	recovers("a body cut in the middle", cutOff),
	["a connection that always breaks", (response) => response.destroy(), 4, unreachable],
	["headers that never come", () => {}, 4, tooSlow, { late: true }],
	recovers("slow headers, once", () => {}, 2, { late: true }),
	recovers("a body that stops coming", (response) => response.writeHead(200).write('{"cand'), 2, {
		late: true,
	}),
];

const withoutSound: readonly WireRow[] = [
	["no content and OTHER, always", silent("OTHER"), 3, silence],
	recovers("no content and OTHER, once", silent("OTHER")),
	recovers("silence of a long text, spoken in two halves", silent("OTHER"), 4, halves("met with silence"), 2),
	["a short text that fails for ever", silent("OTHER"), 2, silence, { text: "ok" }],
	["no candidates at all", answer({ usageMetadata: {} }), 3, silence],
	["a 44-byte WAV", sound(0), 3, silence],
	["a WAV of 20 ms", sound(0.02), 3, silence],
	["a WAV of silence", answer(answerBody(toneWav(1.5, 0))), 3, silence],
	["a blocked prompt", answer({ promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }), 1, blocked],
	["finish reason SAFETY", silent("SAFETY"), 1, blocked],
	["PROHIBITED_CONTENT on 3.8", silent("PROHIBITED_CONTENT"), 1, blocked],
	recovers("PROHIBITED_CONTENT on 3.1, then read aloud", silent("PROHIBITED_CONTENT"), 2, {
		models: "prompt",
	}),
	recovers(
		"tried to generate text on 3.1",
		google(400, "INVALID_ARGUMENT", "Model tried to generate text, but it should only be used for TTS."),
		2,
		{ models: "prompt" },
	),
];

const sounds: readonly WireRow[] = [
	recovers("a sound far too long for its text, once", sound(19)),
	["sound that ends before its text does", answer(candidate({ finishReason: "MAX_TOKENS" })), 1, cutShort],
	["Ogg Opus", answer(answerBody(ogg(), "audio/ogg")), 1, spoken],
	["a file of sound as text", inParts({ text: Buffer.from(toneWav(1.6)).toString("base64") }), 1, spoken],
	["a file of sound that is elsewhere", inParts({ fileData }), 1, unplayable],
	[
		"sound of a kind that can't be played",
		answer(answerBody(Buffer.from("ID3…"), "audio/mpeg")),
		1,
		unplayable,
	],
	["sound in its second candidate", answer(candidate({ index: 1 }, { content: {} })), 1, spoken],
	["raw PCM, as older models name it", raw("audio/L16;codec=pcm;rate=24000", 24_000), 1, spoken],
	["raw PCM, as newer ones do", raw("audio/l16; rate=24000; channels=1", 24_000), 1, spoken],
	["raw PCM of another rate", raw("audio/L16;rate=16000", 16_000), 1, spoken],
	["a WAV of unknown size", answer(answerBody(openEnded())), 1, spoken],
	["snake case, thoughts and several parts", inParts(thought, inSnakeCase, inSnakeCase), 1, spoken],
];

export const wireRows: readonly WireRow[] = [
	...refusals,
	...rateLimits,
	...troubles,
	...otherAnswers,
	...withoutSound,
	...sounds,
];

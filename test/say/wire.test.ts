import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { encodeClip } from "@herald/common/audio/encode-clip.ts";
import { writeOgg } from "@herald/common/audio/ogg.ts";
import { readRows } from "@herald/common/testing/read-rows.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { quickAttempts } from "../support/herald.ts";
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
import { startWorld } from "../support/world.ts";

/**
 * A way in which a speech service answers, how many requests reach the service, and how the text ends.
 * `how`: the form of a refusal, or the name of another answer. `times`: how often the service answers so before it
 * speaks, by default for ever. `text`: what the member says, by default the row's name. `bot`: by default, a bot with
 * transcript models, and a service that isn't late. `logged`: a part of the log.
 */
type Row = [
	...[name: string, how: string, status: string, code: string, message: string, times: string],
	...[requests: string, end: string, text: string, bot: string, logged: string],
];

const good = answerBody(toneWav(1.6));
const compressed =
	(status: number, unpacked: () => Uint8Array): Behaviour =>
	(response) =>
		response
			.writeHead(status, { "content-type": "application/json", "content-encoding": "gzip" })
			.end(gzipSync(unpacked()));
const spaces = (mebibytes: number) => Buffer.alloc(mebibytes * 1024 * 1024, " ");
const inParts = (...parts: readonly unknown[]): Behaviour => answer({ candidates: [{ content: { parts } }] });
const raw = (mimeType: string, rate = 24_000): Behaviour =>
	answer(answerBody(new Uint8Array(tone(1.6, 220, rate).buffer), mimeType));
const inSnakeCase = {
	inline_data: { mime_type: "audio/L16;rate=24000", data: Buffer.from(tone(0.8).buffer).toString("base64") },
};
const openEnded = Buffer.from(toneWav(1.6));
openEnded.writeUInt32LE(0xffff_ffff, 40);
const clip = encodeClip({ samples: tone(1.6), sampleRate: 24_000 });

/** Refuses a key without a reason, and says how much it may still spend, in quota units. */
const refuseKeyWith =
	(units: number): Behaviour =>
	(response, attempt, request) =>
		request.path.includes("usage")
			? sendJson(response, 200, { code: true, data: { total_available: units, unlimited_quota: false } })
			: refuse(401, "", "Invalid token")(response, attempt, request);

const others: Readonly<Record<string, Behaviour>> = {
	"behind a gateway": (response, attempt, request) => {
		response.setHeader("x-oneapi-request-id", `20261121${attempt}`);
		return refuse(429, "429", "no", "upstream_error")(response, attempt, request);
	},
	"used-up key": refuseKeyWith(0),
	"key refused once": (response, attempt, request) =>
		(attempt === 1 || request.path.includes("usage") ? refuseKeyWith(5) : speakWell)(
			response,
			attempt,
			request,
		),
	redirect: (response) => response.writeHead(302, { location: "https://elsewhere.example/" }).end(),
	flood: async (response, _attempt, request) => {
		response.writeHead(200, { "content-type": "application/json" });
		for (let sent = 0; sent < 70 && !response.destroyed; sent++)
			if (!response.write(spaces(1))) await Promise.race([once(response, "drain"), request.closed]);
		response.end();
	},
	"compressed refusal": compressed(403, () => Buffer.from('{"error":{"code":"insufficient_user_quota"}}')),
	"compressed flood": compressed(200, () => spaces(70)),
	"not compressed": (response) =>
		response.writeHead(200, { "content-encoding": "gzip" }).end(JSON.stringify(good)),
	cut: (response) => {
		response.writeHead(200, { "content-type": "application/json", "content-length": "100000" });
		response.write('{"candidates":[', () => response.destroy());
	},
	"broken connection": (response) => response.destroy(),
	drip: (response) => {
		response.writeHead(200, { "content-type": "application/json" });
		const timer = setInterval(() => response.write(" "), 20);
		response.once("close", () => clearInterval(timer));
	},
	"many headers": (response) => {
		for (let n = 0; n < 900; n++) response.setHeader(`x-${n}`, "x".repeat(1_000));
		response.writeHead(200).end("{}");
	},
	"deep brackets": (response) => response.writeHead(200).end("[".repeat(100_000)),
	"long error": answer({ error: { message: "x".repeat(1_000_000), code: {}, status: [] } }, 400),
	"promise of 4 GB": answer(
		answerBody(Buffer.from("RIFF\xff\xff\xff\xffWAVEfmt \xff\xff\xff\xff", "latin1")),
	),
	nothing: () => {},
	"a beginning": (response) => response.writeHead(200).write('{"cand'),
	"sound of 0 s": sound(0),
	"sound of 20 ms": sound(0.02),
	"silent sound": sound(1.5, 0),
	"sound of 19 s": sound(19),
	"cut short": answer({ ...good, candidates: [{ ...good.candidates[0], finishReason: "MAX_TOKENS" }] }),
	"Ogg Opus": answer(answerBody(writeOgg(clip.packets, clip.durationMs), "audio/ogg")),
	"sound as text": inParts({ text: Buffer.from(toneWav(1.6)).toString("base64") }),
	"second candidate": answer({ ...good, candidates: [{ content: {} }, { ...good.candidates[0], index: 1 }] }),
	"older PCM": raw("audio/L16;codec=pcm;rate=24000"),
	"newer PCM": raw("audio/l16; rate=24000; channels=1"),
	"PCM of another rate": raw("audio/L16;rate=16000", 16_000),
	"WAV of unknown size": answer(answerBody(openEnded)),
	"snake case": inParts({ text: "thinking", thought: true }, inSnakeCase, inSnakeCase),
};

/** Answers that could take up Herald's memory or connections, so that the next text shows that they didn't. */
const hostile = new Set(["drip", "many headers", "deep brackets"]);

/** A code is a number only if it stands without quotes. */
const readCode = (code: string) => (/^["\d]/.test(code) ? JSON.parse(code) : code);

const behaviourOf = ([, how, statusText, code, message]: Row): Behaviour => {
	const status = Number(statusText);
	const other = others[how];
	if (other) return other;
	if (how === "json") return answer(JSON.parse(message), status);
	if (how === "google")
		return answer({ error: { code: status, message, status: code, details: [] } }, status);
	if (how === "page")
		return (response) =>
			response.writeHead(status, { "content-type": "text/html" }).end("<!DOCTYPE html><html><h1>Sorry</h1>");
	if (how === "empty")
		return (response) => response.writeHead(status, code === "" ? {} : { "retry-after": code }).end();
	if (how === "silent")
		return answer({
			candidates: [{ content: {}, finishReason: code }],
			usageMetadata: { promptTokenCount: 3 },
		});
	return (response) => sendJson(response, status, { error: { message, type: how, code: readCode(code) } });
};

/** The problem that the log names, undefined if the text is spoken after all, and what the member is told. */
const ends: Readonly<Record<string, readonly [problem: string | undefined, sentence: RegExp]>> = {
	spoken: [undefined, /\*\*Kore\*\* · 0:0\d/],
	"cut short": [
		undefined,
		/\*\*Kore\*\* · 0:02\n.*\n-# The speech service stopped before the end of this text\.$/,
	],
	"refused key": ["unauthorized", /refuses Herald's key/],
	"used-up key": ["key_exhausted", /^(?!.*`\/redeem`).*reached its own limit.*codes don't change it/],
	"refused account": ["forbidden", /refuses Herald's account/],
	"no credit": ["out_of_credit", /account that pays for speech has no credit left.*`\/redeem`/],
	"no subscription": [
		"subscription_exhausted",
		/^The subscription that pays for speech is used up\. Whoever hosts this bot needs to renew it\.$/,
	],
	"no model": ["model_unavailable", /offers none of Herald's models/],
	"not understood": ["bad_request", /didn't understand the request/],
	"too long": ["too_long", /too long for the speech service/],
	blocked: ["blocked", /won't read this text/],
	busy: ["rate_limited", /busy: try again <t:\d+:R>/],
	"busy today": ["rate_limited", /limit for today is reached: try again <t:\d+:R>/],
	trouble: ["upstream", /is having problems/],
	silence: ["no_audio", /returned no sound for this text/],
	unplayable: ["unplayable_sound", /sent a kind of sound that Herald can't play/],
	"no service": ["bad_response", /it isn't a speech service/],
	unreachable: ["network", /can't reach the speech service/],
	"too slow": ["timeout", /took too long/],
};

const transcriptModels = "gemini-3.8-flash-lite-tts,gemini-3.8-flash-tts";
/**
 * How long a service may take in the rows about timing, in ms. Each of these rows waits for the whole time, so it is
 * short even for busy machines.
 */
const attemptTimeoutMs = 1_500;

const rows = readRows<Row>(import.meta.url, "wire.tsv");

test("each hostile answer has a row", () =>
	expect(rows.map(([, how]) => how)).toEqual(expect.arrayContaining([...hostile])));

describe.each([
	["transcript models", "", transcriptModels, {}],
	["transcript models, answering late", "late", transcriptModels, { attemptTimeoutMs }],
	["prompt models", "prompt", "gemini-3.1-flash-tts-preview,gemini-2.5-flash-preview-tts", {}],
])("a text for a service with %s", (_, kind, SPEECH_MODELS, timing) => {
	let world: Awaited<ReturnType<typeof startWorld>>;
	beforeAll(async () => {
		world = await startWorld({ SPEECH_MODELS }, { timing: { ...quickAttempts, ...timing } });
		return world.stop;
	});
	// After ten minutes, no breaker, limit or known reason of a key's refusal affects a text.
	beforeEach(() => world.herald.advance(10 * 60_000));

	test.each(rows.filter((row) => row[9] === kind))("ends as it should after %s", async (...row) => {
		const { upstream, herald, member } = world;
		const [name, , , , , times, requests, end, text, , logged] = row;
		const { length: before } = herald.logs;
		const answers = Array<Behaviour>(Number(times)).fill(behaviourOf(row));
		upstream.behave(times === "" ? behaviourOf(row) : inTurn(...answers, speakWell));
		const [problem, sentence] = ends[end] ?? [end, /^$/];
		const trace = herald.say(member, text || name);
		const answered = await trace.message((message) => sentence.test(message.content));

		// Requests that look up why a key is refused don't count.
		const asked = upstream.requests.filter(({ path }) => path.includes("generateContent"));
		expect(asked).toHaveLength(Number(requests));
		expect(answered.ephemeral).toBe(problem !== undefined);
		expect(answered.attachments).toHaveLength(problem ? 0 : 1);
		expect(trace.messages.filter((message) => message.thinking)).toEqual([]);
		const outcome = () => herald.logs.find((line) => line.interaction === trace.interaction.id);
		await expect.poll(outcome).toMatchObject(problem ? { outcome: "problem", problem } : { outcome: "done" });
		expect(JSON.stringify(herald.logs.slice(before))).toContain(logged);
		if (!hostile.has(row[1])) return;
		herald.advance(10 * 60_000);
		upstream.behave(speakWell);
		await herald.say(member, `Said after ${name}`).message((message) => message.attachments.length === 1);
	});
});

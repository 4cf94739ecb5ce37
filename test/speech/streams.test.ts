import { gzipSync } from "node:zlib";
import { type Sound, unpackClip } from "@herald/common/audio/clip.ts";
import { decodeOpus } from "@herald/common/audio/opus.ts";
import { writeWav } from "@herald/common/audio/pcm.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import fc from "fast-check";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ofGuild } from "../../src/shared/party.ts";
import { RetryBudget } from "../../src/speech/account-state.ts";
import type { Line } from "../../src/speech/line.ts";
import { Speech, type SpeechOptions } from "../../src/speech/speech.ts";
import { createRequestLimiter } from "../../src/speech/traffic/request-limiter.ts";
import { makeAhead } from "../support/ahead.ts";
import { makePayer } from "../support/payer.ts";
import {
	endEvent,
	hearWords,
	isStream,
	sendEvents,
	soundEvent,
	soundEvents,
	speakWords,
	wholeStream,
	wordLength,
	words,
	writeEvent,
} from "../support/streams.ts";
import { answerBody, type Behaviour, sendJson } from "../support/upstream.ts";
import { useSpeechBench } from "./speech-bench.ts";

const bench = useSpeechBench();
const model = "gemini-3.8-flash-tts";
const samples = speakWords();
/** A text for which the duration of `samples` is plausible. */
const text = "Word after word, here they are, all five.";
let speech: Speech;
/** Resolves once some of the test's speech can be heard. */
let audible: PromiseWithResolvers<void>;

const timing = { attemptTimeoutMs: 10_000, lineDeadlineMs: 20_000, backoffBaseMs: 1, backoffMaxMs: 1 };
const soon = { firstSoundMs: 300, stallMs: 300 };

const makeSpeech = (more: Partial<SpeechOptions> = {}): Speech =>
	new Speech({
		account: bench().account,
		models: [model],
		workers: bench().workers,
		logger: pino({ level: "silent" }),
		timing,
		streaming: "all",
		...more,
	});
const startAnother = async (more?: Partial<SpeechOptions>): Promise<void> => {
	await speech.close();
	speech = makeSpeech(more);
};
beforeEach(() => {
	speech = makeSpeech();
	audible = Promise.withResolvers();
});
afterEach(() => speech.close());

/** Takes each packet as soon as it is there, as playback does. @returns all packets, once there are no more */
const listenTo = async (sound: Sound): Promise<Uint8Array[]> => {
	const heard: Uint8Array[] = [];
	for (;;) {
		const packet = sound.packets.at(heard.length);
		if (packet) heard.push(Uint8Array.from(packet));
		else if (sound.complete) return heard;
		else await new Promise(setImmediate);
	}
};

/** Speaks a text that is heard while it arrives. */
const speak = async (line: Partial<Line> = {}) => {
	const { payer, costs, estimates } = makePayer();
	const heard = Promise.withResolvers<Uint8Array[]>();
	let early = false;
	const result = await speech.speak({
		line: { text, voice: "Kore", ...line },
		payer,
		signal: new AbortController().signal,
		ahead: makeAhead((news) => {
			if (news.kind !== "sound") return;
			early = true;
			audible.resolve();
			void listenTo(news.sound).then(heard.resolve);
		}, true),
	});
	const packets = early
		? await heard.promise
		: result.ok
			? [...unpackClip(result.spoken.packed).packets]
			: [];
	await speech.close();
	return { result, packets, costs, estimates };
};

const wholeWav = Buffer.from(writeWav({ samples, sampleRate: 24_000 }));
const inOnePiece: Behaviour = (response) =>
	sendJson(response, 200, {
		...answerBody(wholeWav),
		usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 70, totalTokenCount: 79 },
	});
/** Answers requests for streams by `stream`, and other requests well. */
const streamLike = (stream: Behaviour): void =>
	bench().upstream.behave((response, attempt, request) =>
		(isStream(request) ? stream : inOnePiece)(response, attempt, request),
	);
const asked = () => bench().upstream.requests.map((request) => (isStream(request) ? "stream" : "one piece"));

/** Requests a text that may be streamed. @returns how each request was sent: as a stream or in one piece */
const askFor = async (line: string, guildId?: string) => {
	const { signal } = new AbortController();
	const { payer } = makePayer(guildId);
	await speech.speak({
		line: { text: line, voice: "Kore" },
		payer,
		signal,
		ahead: makeAhead(undefined, true),
	});
	return asked();
};

/** Expects to hear each word once, for 200 to 600 ms. */
const expectAllWords = (packets: readonly Uint8Array[]): void => {
	const heard = hearWords(packets);
	expect(heard.map(([hertz]) => hertz)).toEqual(words);
	for (const [, ms] of heard) expect(Math.abs(ms - 400)).toBeLessThanOrEqual(200);
};

test("a stream is heard while it arrives, and cached as if it had come in one piece", async () => {
	const rest = Promise.withResolvers<void>();
	const events = soundEvents(samples);
	streamLike(async (response) => {
		await sendEvents(response, events.slice(0, 5).join(""), { end: false });
		await rest.promise;
		response.write(events.slice(5).join(""));
		response.end(writeEvent(endEvent(samples.length)));
	});
	const { payer, costs } = makePayer();
	const heard = Promise.withResolvers<Sound>();
	const spoken = speech.speak({
		line: { text, voice: "Kore" },
		payer,
		signal: new AbortController().signal,
		ahead: makeAhead((news) => news.kind === "sound" && heard.resolve(news.sound), true),
	});
	const sound = await heard.promise;
	expect(sound.complete).toBe(false);
	rest.resolve();
	const result = await spoken;
	expectAllWords(await listenTo(sound));
	// These levels tell where the Clip can end at a pause when Herald stops.
	expect(result.ok && unpackClip(result.spoken.packed).levels).toEqual(sound.levels);
	expect(asked()).toEqual(["stream"]);
	expect(costs).toEqual([{ madeMs: samples.length / 24, usage: { promptTokens: 9, audioTokens: 70 } }]);
	// The same sound again, from a client that doesn't stream.
	const unstreamed = makeSpeech({ streaming: undefined });
	bench().upstream.behave(inOnePiece);
	const other = await unstreamed.speak({
		line: { text: `${text} Again.`, voice: "Kore" },
		payer,
		signal: new AbortController().signal,
	});
	await unstreamed.close();
	expect(result.ok && other.ok && unpackClip(result.spoken.packed)).toEqual(
		other.ok && unpackClip(other.spoken.packed),
	);
	expect(
		await speech.speak({ line: { text, voice: "Kore" }, payer, signal: new AbortController().signal }),
	).toMatchObject({
		ok: true,
		spoken: { madeMs: 0 },
	});
	expect(bench().upstream.requests).toHaveLength(1);
});

const first = samples.subarray(0, 2 * wordLength);
const half = soundEvents(first).join("");
const estimate = "estimate";
const wholeMs = samples.length / 24;
const halfMs = first.length / 24;

const addUsage = (event: string, length: number): string =>
	writeEvent({ ...JSON.parse(event.slice("data: ".length)), usageMetadata: endEvent(length).usageMetadata });

const sends =
	(events: string | Uint8Array, options?: Parameters<typeof sendEvents>[2]): Behaviour =>
	(response) =>
		sendEvents(response, events, options);
const refuses =
	(status: number, error: object): Behaviour =>
	(response) =>
		sendJson(response, status, { error });
/** The requests and charges if a stream fails: `firstMs` for the stream, then the whole sound in one piece. */
const thenInOnePiece = (firstMs: number | typeof estimate) => ({
	asked: ["stream", "one piece"],
	paid: [firstMs, wholeMs],
});

/**
 * How a stream arrives or fails, the requests that follow, and the charges in ms. All words are heard once in each
 * case.
 */
test.each<
	[string, Behaviour, { asked?: string[]; paid?: readonly (number | typeof estimate)[]; tokens?: number }]
>([
	["in chunks of 997 bytes", sends(wholeStream(samples.subarray(0)), { chunkBytes: 997 }), {}],
	["compressed", sends(gzipSync(wholeStream(samples)), { headers: { "content-encoding": "gzip" } }), {}],
	[
		"all at once, after comments and events without sound",
		sends(
			`\uFEFF: ping\n\nevent: x\nid: 1\ndata:{"usageMetadata":{"promptTokenCount":9}}\n\n${wholeStream(samples)}data: [DONE]\n\n`,
		),
		{},
	],
	[
		"line ends of CR alone, and an open connection",
		sends(wholeStream(samples).replaceAll("\r\n", "\r"), { end: false }),
		{},
	],
	["without its last line end", sends(wholeStream(samples).trimEnd()), {}],
	[
		"a type in other letters",
		sends(wholeStream(samples), { headers: { "content-type": "Text/Event-Stream" } }),
		{},
	],
	[
		"the sound's type in its first event alone",
		sends(
			soundEvents(samples)
				.map((event, at) => (at === 0 ? event : event.replace(/"mimeType":"[^"]+",/, "")))
				.join("") + writeEvent(endEvent(samples.length)),
		),
		{},
	],
	[
		"at another rate",
		(response) => {
			const low = samples.filter((_, at) => at % 3 === 0);
			return sendEvents(
				response,
				writeEvent(soundEvent(Buffer.from(low.buffer), "audio/l16; rate=8000")) +
					writeEvent(endEvent(samples.length)),
			);
		},
		{},
	],
	[
		"with a WAV file's beginning, cut anywhere",
		(response) => {
			const cut = [wholeWav.subarray(0, 3), wholeWav.subarray(3, 30), wholeWav.subarray(30)];
			return sendEvents(
				response,
				cut.map((part) => writeEvent(soundEvent(part, "audio/wav"))).join("") +
					writeEvent(endEvent(samples.length)),
			);
		},
		{},
	],
	[
		"with another candidate between",
		(response) => {
			const noise = soundEvent(Buffer.alloc(48_000, 7), undefined, { index: 1 });
			return sendEvents(
				response,
				soundEvents(samples)
					.map((event) => event + writeEvent(noise))
					.join("") + writeEvent(endEvent(samples.length)),
			);
		},
		{},
	],
	[
		"in its second candidate, behind what the first one has beside sound",
		(response) => {
			const first = { candidates: [{ content: { parts: [{ text: "…" }] }, index: 0 }] };
			const events = [...soundEvents(samples), writeEvent(endEvent(samples.length))];
			return sendEvents(
				response,
				events.map((event) => writeEvent(first) + event.replace('"index":0', '"index":1')).join(""),
			);
		},
		{},
	],
	[
		"without usage",
		sends(soundEvents(samples).join("") + writeEvent({ candidates: [{ finishReason: "STOP" }] })),
		{ tokens: 0 },
	],
	[
		"usage in each event, of all until then",
		sends(
			[2, 4, 5]
				.map((all) =>
					writeEvent({
						...soundEvent(
							Buffer.from(
								samples.slice((all === 2 ? 0 : all === 4 ? 2 : 4) * wordLength, all * wordLength).buffer,
							),
						),
						usageMetadata: { promptTokenCount: 9, candidatesTokenCount: all * 14 },
					}),
				)
				.join("") + writeEvent({ candidates: [{ finishReason: "STOP" }] }),
		),
		{},
	],
	[
		"usage at its end, and no reason",
		sends(soundEvents(samples).join("") + writeEvent(endEvent(samples.length, ""))),
		{},
	],
	[
		"usage in each event, and breaks off",
		sends(
			soundEvents(first)
				.map((event) => addUsage(event, first.length))
				.join(""),
		),
		thenInOnePiece(halfMs),
	],
	[
		"usage at its beginning, and breaks off",
		sends(writeEvent(endEvent(samples.length, "")) + half),
		thenInOnePiece(halfMs),
	],
	[
		"refused with 400",
		refuses(400, { message: "no streams", code: "invalid_request", type: "" }),
		thenInOnePiece(0),
	],
	[
		"an address that isn't there",
		refuses(404, { message: "Invalid URL (POST /x)", type: "invalid_request_error", code: "" }),
		thenInOnePiece(0),
	],
	[
		"a method that the model lacks",
		refuses(404, { code: 404, message: "no", status: "NOT_FOUND" }),
		thenInOnePiece(0),
	],
	[
		"no channel behind a gateway",
		refuses(503, { message: "no", type: "", code: "model_not_found" }),
		thenInOnePiece(0),
	],
	[
		"HTML",
		(response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>"),
		thenInOnePiece(estimate),
	],
	["HTML that calls itself events", sends("<html>\n<body>\n\n"), thenInOnePiece(0)],
	["events that aren't JSON", sends("data: {nope\n\n"), thenInOnePiece(estimate)],
	["empty", sends(""), thenInOnePiece(0)],
	["no sound, OTHER", sends(writeEvent(endEvent(0, "OTHER"))), thenInOnePiece(0)],
	["no sound in time", sends(": wait\n\n", { end: false }), thenInOnePiece(estimate)],
	[
		"silence in time, and for ever",
		sends(writeEvent(soundEvent(Buffer.alloc(48_000))), { end: false }),
		thenInOnePiece(estimate),
	],
	["ends early without a word", sends(half), thenInOnePiece(halfMs)],
	["ends early, OTHER", sends(half + writeEvent(endEvent(first.length, "OTHER"))), thenInOnePiece(halfMs)],
	["stands still", sends(half, { end: false }), thenInOnePiece(estimate)],
	[
		"more than any speech, without a sound",
		sends(`data: ${"x".repeat(15_900_000)}`),
		thenInOnePiece(estimate),
	],
	[
		"breaks off within an event",
		async (response) => {
			await sendEvents(response, half + half.slice(0, 700), { end: false });
			await audible.promise;
			response.destroy();
		},
		thenInOnePiece(estimate),
	],
	[
		"an error in the middle",
		sends(half + writeEvent({ error: { code: 503, message: "overloaded", status: "UNAVAILABLE" } }), {
			end: false,
		}),
		thenInOnePiece(halfMs),
	],
	[
		"an event that can't be read in the middle",
		sends(`${half}data: {nope\n\n`, { end: false }),
		thenInOnePiece(halfMs),
	],
])(
	"all words of a stream are heard once: %s",
	async (name, stream, { asked: wanted = ["stream"], paid = [wholeMs], tokens = 70 }) => {
		if (/in time|still/.test(name)) await startAnother({ timing: { ...timing, stream: soon } });
		streamLike(stream);
		const spoken = await speak();
		expect(spoken.result).toMatchObject({ ok: true });
		expectAllWords(spoken.packets);
		expect(asked()).toEqual(wanted);
		// If the cost of a request isn't known, its estimate stands.
		const known = paid.filter((ms) => ms !== estimate);
		expect(spoken.costs.map(({ madeMs }) => Math.round(madeMs))).toEqual(
			known.map((ms) => Math.round(ms as number)),
		);
		expect(spoken.estimates).toHaveLength(paid.length);
		expect(spoken.costs.at(-1)?.usage.audioTokens).toBe(tokens);
	},
);

test("wherever a stream is cut off, all words are heard once", async () => {
	const stream = wholeStream(samples);
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 0, max: stream.length - 1 }), async (length) => {
			streamLike((response) => sendEvents(response, stream.slice(0, length)));
			// A new account each time: after a failure, Herald doesn't stream with the same account for a while.
			await startAnother({ account: { ...bench().account, apiKey: `sk-${length}` } });
			expectAllWords((await speak()).packets);
		}),
		{ numRuns: 25 },
	);
});

test("wherever the base64 of a sound is cut between events, all words are heard once", async () => {
	const sounds = { "audio/L16;rate=24000": Buffer.from(samples.buffer), "audio/wav": wholeWav };
	const types = fc.constantFrom<keyof typeof sounds>("audio/L16;rate=24000", "audio/wav");
	const cuts = fc.array(fc.integer({ min: 1, max: 80_000 }), { minLength: 1, maxLength: 8 });
	await fc.assert(
		fc.asyncProperty(types, fc.boolean(), cuts, async (mimeType, isInLines, lengths) => {
			const base64 = sounds[mimeType].toString("base64").replace(/.{76}/g, isInLines ? "$&\n" : "$&");
			let from = 0;
			const events = [...lengths, base64.length].map((length) => {
				from += length;
				return writeEvent(soundEvent(base64.slice(from - length, from), mimeType));
			});
			const stream = events.join("") + writeEvent(endEvent(samples.length));
			streamLike((response) => sendEvents(response, stream));
			await startAnother({
				account: { ...bench().account, apiKey: `sk-${mimeType} ${isInLines} ${lengths}` },
			});
			expectAllWords((await speak()).packets);
			expect(asked()).toEqual(["stream"]);
		}),
		{ numRuns: 25 },
	);
});

test("a model that refused a stream isn't asked for another one for an hour, and a model in trouble not for a minute", async () => {
	let now = 0;
	const ask = (word: string, stream: Behaviour) => {
		streamLike(stream);
		return askFor(`${text} ${word}`);
	};
	await startAnother({ now: () => now });
	const well: Behaviour = (response) => sendEvents(response, wholeStream(samples));
	const minute = 60_000;
	expect(await ask("One.", (response) => sendJson(response, 400, {}))).toEqual(["stream", "one piece"]);
	now += 59 * minute;
	expect(await ask("Two.", well)).toEqual(["one piece"]);
	now += minute;
	expect(await ask("Three.", well)).toEqual(["stream"]);
	expect(await ask("Four.", (response) => sendEvents(response, half))).toEqual(["stream", "one piece"]);
	expect(await ask("Five.", well)).toEqual(["one piece"]);
	now += minute;
	expect(await ask("Six.", well)).toEqual(["stream"]);
});

test.each([404, 501])(
	"a stream refused with %i doesn't count as a retry, and no other one is requested",
	async (status) => {
		streamLike((response) => sendJson(response, status, { error: { code: status, message: "the model" } }));
		const takeRetry = vi.spyOn(RetryBudget.prototype, "takeRetry");
		expect(await askFor(`${text} One.`)).toEqual(["stream", "one piece"]);
		expect(await askFor(`${text} Two.`)).toEqual(["stream", "one piece", "one piece"]);
		expect(takeRetry).not.toHaveBeenCalled();
		takeRetry.mockRestore();
	},
);

test("a model that is missing for requests in one piece, too, is unavailable", async () => {
	bench().upstream.behave((response) =>
		sendJson(response, 404, { error: { code: 404, message: "no", status: "NOT_FOUND" } }),
	);
	expect((await speak()).result).toMatchObject({ ok: false, problem: { kind: "model_unavailable" } });
	expect(asked()).toEqual(["stream", "one piece"]);
});

test("a refusal that also meets requests in one piece doesn't end streaming", async () => {
	await startAnother();
	const refuse: Behaviour = (response) => sendJson(response, 400, {});
	bench().upstream.behave(refuse);
	await speak();
	await startAnother();
	streamLike((response) => sendEvents(response, wholeStream(samples)));
	await speak();
	expect(asked()).toEqual(["stream"]);
});

test.each([
	["a Line of more than 260 characters", { text: `${text} `.repeat(7) }],
	["a Line at another pace", { tempo: 1.5 }],
])("%s is requested in one piece", async (_, line) => {
	streamLike((response) => sendEvents(response, wholeStream(samples)));
	await speak(line);
	expect(asked()).not.toContain("stream");
});

test("a Line at another volume is heard at that volume while it arrives", async () => {
	streamLike((response) => sendEvents(response, wholeStream(samples)));
	const loud = await speak();
	await startAnother();
	bench().upstream.behave(inOnePiece);
	streamLike((response) => sendEvents(response, wholeStream(samples)));
	const quiet = await speak({ text: `${text} Quietly.`, gainDb: -12 });
	expectAllWords(loud.packets);
	const peakOf = (packets: readonly Uint8Array[]) => Math.max(...decodeOpus(packets));
	expect(20 * Math.log10(peakOf(quiet.packets) / peakOf(loud.packets))).toBeCloseTo(-12, 0);
	expect(asked()).toEqual(["stream"]);
});

test("a Line refused for its words in the middle ends there with a Problem", async () => {
	streamLike((response) => sendEvents(response, half + writeEvent(endEvent(first.length, "SAFETY"))));
	const { result, packets, costs } = await speak();
	expect(result).toMatchObject({ ok: false, problem: { kind: "blocked" } });
	expect(hearWords(packets).map(([hertz]) => hertz)).toEqual(words.slice(0, 2));
	expect(costs).toMatchObject([{ madeMs: halfMs }]);
});

const limited = writeEvent({
	error: { code: 429, message: "Please retry in 12s.", status: "RESOURCE_EXHAUSTED" },
});

test("a Line whose rest is rate limited ends there, without waiting for the limit", async () => {
	streamLike((response) => sendEvents(response, half + limited));
	const { result, packets } = await speak();
	expect(result).toMatchObject({ ok: false, problem: { kind: "rate_limited" } });
	expect(hearWords(packets).map(([hertz]) => hertz)).toEqual(words.slice(0, 2));
	expect(asked()).toEqual(["stream"]);
});

test("a Line whose rest is rate limited at one model is finished by another", async () => {
	await startAnother({ models: [model, "gemini-3.8-flash-lite-tts"] });
	streamLike((response) => sendEvents(response, half + limited));
	expectAllWords((await speak()).packets);
	expect(asked()).toEqual(["stream", "one piece"]);
});

test("the rest of a Line has one time limit for all attempts together", async () => {
	await startAnother({ timing: { ...timing, stream: { ...soon, restMs: 300 } } });
	bench().upstream.behave((response, _, request) => isStream(request) && sendEvents(response, half));
	expect((await speak()).result).toMatchObject({ ok: false, problem: { kind: "timeout" } });
	expect(asked()).toEqual(["stream", "one piece"]);
});

test.each([
	["its last event", wholeStream(samples)],
	[
		"[DONE]",
		`${soundEvents(samples).join("")}${writeEvent({ candidates: [{ finishReason: "STOP" }] })}data: [DONE]\n\n`,
	],
])(
	"after a stream ends with %s, its connection is reused, and the service doesn't count as overloaded",
	async (_, events) => {
		const limiter = createRequestLimiter();
		const note = vi.spyOn(limiter, "note");
		await startAnother({ limiter, timing: { ...timing, stream: { firstSoundMs: 60_000, stallMs: 60_000 } } });
		const ports: unknown[] = [];
		const spoken = Promise.withResolvers<void>();
		streamLike(async (response) => {
			ports.push(response.socket?.remotePort);
			await sendEvents(response, events, { end: false });
			if (ports.length > 1) return;
			await spoken.promise;
			response.end();
		});
		await askFor(`${text} One.`);
		spoken.resolve();
		await eventually(() => expect(note).toHaveBeenCalledOnce());
		expect(await askFor(`${text} Two.`)).toEqual(["stream", "stream"]);
		await bench().upstream.requests[1]?.closed;
		expect(ports).toEqual([ports[0], ports[0]]);
		expect(note.mock.calls.filter(([{ strained }]) => strained)).toEqual([]);
	},
);

test("if a service charges for what was made, a stream that breaks off costs what had arrived", async () => {
	await startAnother({ streaming: "what came", timing: { ...timing, stream: soon } });
	streamLike((response) => sendEvents(response, half, { end: false }));
	const { packets, costs } = await speak();
	expectAllWords(packets);
	expect(costs.map(({ madeMs }) => Math.round(madeMs))).toEqual([halfMs, wholeMs]);
});

test("a sound longer than its text can take is refused", async () => {
	const endless = soundEvents(speakWords(Array.from({ length: 60 }, () => 300))).join("");
	streamLike((response) => sendEvents(response, endless, { end: false }));
	await speak({ text: "Short." });
	expect(asked()).toEqual(["stream", "one piece"]);
});

test.each([3, 20, 40])(
	"a stream that ends after %i bytes of a WAV file is requested in one piece",
	async (length) => {
		const beginning = writeEvent(soundEvent(wholeWav.subarray(0, length), "audio/wav"));
		streamLike((response) => sendEvents(response, beginning));
		expectAllWords((await speak()).packets);
		expect(asked()).toEqual(["stream", "one piece"]);
	},
);

test("one stream of endless sound doesn't count as an overload, and streams are requested again after a minute", async () => {
	let now = 0;
	const limiter = createRequestLimiter();
	const note = vi.spyOn(limiter, "note");
	await startAnother({ now: () => now, limiter });
	const endless = soundEvents(speakWords(Array.from({ length: 60 }, () => 300))).join("");
	streamLike((response) => sendEvents(response, endless, { end: false }));
	expect(await askFor("Short.")).toEqual(["stream", "one piece"]);
	expect(note.mock.calls.filter(([{ strained }]) => strained)).toEqual([]);
	streamLike((response) => sendEvents(response, wholeStream(samples)));
	now += 60_000;
	expect(await askFor(text)).toEqual(["stream"]);
});

test("an account whose streams are refused takes no streams from the operator's", async () => {
	const own = { ...bench().account, apiKey: "sk-own", ownId: "own" };
	await startAnother({ accountOf: async (party) => (party === ofGuild("own") ? own : bench().account) });
	streamLike((response) => sendJson(response, 400, {}));
	expect(await askFor(`${text} Own.`, "own")).toEqual(["stream", "one piece"]);
	streamLike((response) => sendEvents(response, wholeStream(samples)));
	expect(await askFor(`${text} Another.`, "another")).toEqual(["stream"]);
});

test("servers whose streams hang take no streams from another server", async () => {
	streamLike((response) => sendEvents(response, half, { end: false }));
	const hung: Promise<unknown>[] = [];
	/** Requests a text, and leaves once the request has arrived. */
	const skip = async (guildId: string, word: string) => {
		const { length } = bench().upstream.requests;
		const leaving = new AbortController();
		const { payer } = makePayer(guildId);
		const line = { text: `${text} ${guildId} ${word}.`, voice: "Kore" };
		hung.push(
			speech
				.speak({ line, payer, signal: leaving.signal, ahead: makeAhead(undefined, true) })
				.catch(() => {}),
		);
		await eventually(() => expect(bench().upstream.requests).toHaveLength(length + 1));
		leaving.abort(new Error("left"));
	};
	// Each server leaves four streams hanging, more than it may have at once.
	for (const word of ["one", "two", "three", "four"]) for (const guild of ["a", "b"]) await skip(guild, word);
	await Promise.all(hung);
	streamLike((response) => sendEvents(response, wholeStream(samples)));
	expect(await askFor(text, "another")).toEqual(["stream"]);
});

test("finished streams leave no timers", async () => {
	streamLike((response) => sendEvents(response, wholeStream(samples)));
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	try {
		await askFor(`${text} One.`);
		// At this point, only the connection's own timers are left.
		const before = vi.getTimerCount();
		for (const word of ["Two", "Three", "Four"]) await askFor(`${text} ${word}.`);
		expect(asked()).toEqual(["stream", "stream", "stream", "stream"]);
		expect(vi.getTimerCount()).toBeLessThanOrEqual(before);
	} finally {
		vi.useRealTimers();
	}
});

import { gzipSync } from "node:zlib";
import { type Sound, unpackClip } from "@herald/common/audio/clip.ts";
import { decodeOpus } from "@herald/common/audio/opus.ts";
import { writeWav } from "@herald/common/audio/pcm.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { ofGuild, type Party } from "../../src/shared/party.ts";
import { RetryBudget } from "../../src/speech/account-state.ts";
import type { Line } from "../../src/speech/line.ts";
import { createRequestLimiter } from "../../src/speech/traffic/request-limiter.ts";
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
import { answer, answerBody, type Behaviour, refuse } from "../support/upstream.ts";
import { line, timing, useSpeechBench } from "./speech-bench.ts";

const bench = useSpeechBench({ streaming: "all" });

/** The sound of five words, for which the duration of `text` is plausible. */
const samples = speakWords();
const text = "Word after word, here they are, all five.";
const wholeMs = samples.length / 24;
const wholeWav = Buffer.from(writeWav({ samples, sampleRate: 24_000 }));

/** The first two words. */
const first = samples.subarray(0, 2 * wordLength);
const half = soundEvents(first).join("");
const halfMs = first.length / 24;

/** The sound of sixty words, without a last event. */
const endless = soundEvents(speakWords(Array.from({ length: 60 }, () => 300))).join("");

/** Times after which a stream counts as hanging, in ms. */
const soon = { firstSoundMs: 300, stallMs: 300 };

const sends =
	(events: string | Uint8Array, options?: Parameters<typeof sendEvents>[2]): Behaviour =>
	(response) =>
		sendEvents(response, events, options);
const inOnePiece = answer({
	...answerBody(wholeWav),
	usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 70, totalTokenCount: 79 },
});

/** Expects to hear each word once, for 200 to 600 ms. */
const expectAllWords = (packets: readonly Uint8Array[]): void => {
	const heard = hearWords(packets);
	expect(heard.map(([hertz]) => hertz)).toEqual(words);
	for (const [, ms] of heard) expect(Math.abs(ms - 400)).toBeLessThanOrEqual(200);
};

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

/** How each request was sent. */
const asked = () => bench.upstream.requests.map((request) => (isStream(request) ? "stream" : "one piece"));
/** Answers requests for streams by `stream`, and other requests well. */
const streamLike = (stream: Behaviour): void =>
	bench.upstream.behave((response, attempt, request) =>
		(isStream(request) ? stream : inOnePiece)(response, attempt, request),
	);
/** Speaks a text that is heard while it arrives. Resolves once the `Speech` is closed. */
const speak = async (wanted: Partial<Line> = {}, onSound = () => {}) => {
	const { payer, costs, estimates } = makePayer();
	let heard: Promise<Uint8Array[]> | undefined;
	const result = await bench.ask(line(text, wanted), {
		payer,
		listen: (news) => {
			if (news.kind !== "sound") return;
			onSound();
			heard = listenTo(news.sound);
		},
		mayStream: true,
	});
	const packets = heard ?? (result.ok ? [...unpackClip(result.spoken.packed).packets] : []);
	const spoken = { result, packets: await packets, costs, estimates };
	await bench.restart();
	return spoken;
};
/** Requests a text that may be streamed. @returns how each request was sent */
const askFor = async (words: string, guildId?: string) => {
	await bench.ask(line(words), { payer: makePayer(guildId).payer, mayStream: true });
	return asked();
};

const whole = wholeStream(samples);
const events = soundEvents(samples);
const end = writeEvent(endEvent(samples.length));
const usage = writeEvent(endEvent(samples.length, ""));
const stop = writeEvent({ candidates: [{ finishReason: "STOP" }] });
const estimate = "estimate";

/** Expects to hear all words once. @param paid - what each request costs, in ms, as far as that is known */
const expectHeard = async (
	stream: Behaviour,
	requests: readonly string[],
	paid: readonly (number | typeof estimate)[],
	onSound?: () => void,
) => {
	streamLike(stream);
	const spoken = await speak({}, onSound);
	expect(spoken.result).toMatchObject({ ok: true });
	expectAllWords(spoken.packets);
	expect(asked()).toEqual(requests);
	// If the cost of a request isn't known, its estimate stands.
	const known = paid.filter((ms) => ms !== estimate);
	expect(spoken.costs.map(({ madeMs }) => Math.round(madeMs))).toEqual(known.map((ms) => Math.round(ms)));
	expect(spoken.estimates).toHaveLength(paid.length);
	return spoken.costs.at(-1)?.usage.audioTokens;
};

test("a stream is heard while it arrives, and cached as if it had come in one piece", async () => {
	const rest = Promise.withResolvers<void>();
	streamLike(async (response) => {
		await sendEvents(response, events.slice(0, 5).join(""), { end: false });
		await rest.promise;
		response.end(events.slice(5).join("") + end);
	});
	const { payer, costs } = makePayer();
	const heard = Promise.withResolvers<Sound>();
	const spoken = bench.speak(line(text), {
		payer,
		listen: (news) => news.kind === "sound" && heard.resolve(news.sound),
		mayStream: true,
	});
	const sound = await heard.promise;
	expect(sound.complete).toBe(false);
	rest.resolve();
	const { packed } = await spoken;
	expectAllWords(await listenTo(sound));
	// These levels tell where the Clip can end at a pause when Herald stops.
	expect(unpackClip(packed).levels).toEqual(sound.levels);
	expect(asked()).toEqual(["stream"]);
	expect(costs).toEqual([{ madeMs: wholeMs, usage: { promptTokens: 9, audioTokens: 70 } }]);
	expect(await bench.speak(line(text))).toMatchObject({ madeMs: 0 });
	expect(asked()).toEqual(["stream"]);
	// The same sound again, from a client that doesn't stream.
	bench.upstream.behave(inOnePiece);
	bench.makeSpeech({ streaming: undefined });
	expect(unpackClip((await bench.speak(line(`${text} Again.`))).packed)).toEqual(unpackClip(packed));
});

describe("all words of a stream are heard once if it", () => {
	/** Sends these events with sound, and a last one. */
	const sendSound = (sounding: readonly string[]) => sends(sounding.join("") + end);
	const base64 = wholeWav.toString("base64").replace(/.{76}/g, "$&\n");
	const cuts = [0, 5, 30, 4_001, 60_002, base64.length];
	const cutBase64 = cuts
		.slice(1)
		.map((to, at) => writeEvent(soundEvent(base64.slice(cuts[at], to), "audio/wav")));
	const noise = writeEvent(soundEvent(Buffer.alloc(48_000, 7), undefined, { index: 1 }));
	const words = writeEvent({ candidates: [{ content: { parts: [{ text: "…" }] }, index: 0 }] });
	const asSecond = (event: string) => words + event.replace('"index":0', '"index":1');
	const withoutType = (event: string) => event.replace(/"mimeType":"[^"]+",/, "");
	const counting = [0, 2, 4].map((from, at) => {
		const sound = samples.slice(from * wordLength, (from + 2) * wordLength);
		const usageMetadata = { promptTokenCount: 9, candidatesTokenCount: [28, 56, 70][at] };
		return writeEvent({ ...soundEvent(Buffer.from(sound.buffer)), usageMetadata });
	});

	test.each<[string, Behaviour]>([
		["is compressed", sends(gzipSync(whole), { headers: { "content-encoding": "gzip" } })],
		["has its type in other letters", sends(whole, { headers: { "content-type": "Text/Event-Stream" } })],
		["names its sound's type once", sendSound([events[0] ?? "", ...events.slice(1).map(withoutType)])],
		["has a WAV file, its base64 in lines and cut anywhere", sendSound(cutBase64)],
		["has another candidate between", sendSound(events.map((event) => event + noise))],
		["has its sound in the second candidate", sends([...events, end].map(asSecond).join(""))],
		["has its usage in each event, of all until then", sends(counting.join("") + stop)],
		["has its usage at its end, and no reason", sends(events.join("") + usage)],
	])("%s", async (_, stream) => {
		expect(await expectHeard(stream, ["stream"], [wholeMs])).toBe(70);
	});

	test("says nothing of its usage", async () => {
		expect(await expectHeard(sends(events.join("") + stop), ["stream"], [wholeMs])).toBe(0);
	});
});

describe("the whole sound is requested in one piece, and all words are heard once, after a stream that", () => {
	const addUsage = (event: string): string =>
		writeEvent({ ...JSON.parse(event.slice(6)), usageMetadata: endEvent(first.length).usageMetadata });
	const counted = soundEvents(first).map(addUsage).join("");
	const overloaded = writeEvent({ error: { code: 503, message: "overloaded", status: "UNAVAILABLE" } });
	const html: Behaviour = (response) =>
		response.writeHead(200, { "content-type": "text/html" }).end("<html>");
	const silence = writeEvent(soundEvent(Buffer.alloc(48_000)));
	const afterHalf = (rest: string) => sends(half + rest, { end: false });

	test.each<[string, firstMs: number | typeof estimate, Behaviour]>([
		["has its usage in each event, and breaks off", halfMs, sends(counted)],
		["has its usage first, and breaks off", halfMs, sends(usage + half)],
		["is refused with 400", 0, refuse(400, "invalid_request", "no streams")],
		[
			"is at an address that isn't there",
			0,
			refuse(404, "", "Invalid URL (POST /x)", "invalid_request_error"),
		],
		["needs a method that the model lacks", 0, refuse(404, "404", "the model has no such method")],
		["has no channel behind a gateway", 0, refuse(503, "model_not_found", "no")],
		["is HTML", estimate, html],
		["is HTML that calls itself events", 0, sends("<html>\n<body>\n\n")],
		["has events that aren't JSON", estimate, sends("data: {nope\n\n")],
		["is empty", 0, sends("")],
		["ends without sound, OTHER", 0, sends(writeEvent(endEvent(0, "OTHER")))],
		["ends early without a word", halfMs, sends(half)],
		["ends early, OTHER", halfMs, sends(half + writeEvent(endEvent(first.length, "OTHER")))],
		["is longer than any speech, without a sound", estimate, sends(`data: ${"x".repeat(15_900_000)}`)],
		["has an error in the middle", halfMs, afterHalf(overloaded)],
		["has an event in the middle that can't be read", halfMs, afterHalf("data: {nope\n\n")],
	])("%s", async (_, firstMs, stream) => {
		await expectHeard(stream, ["stream", "one piece"], [firstMs, wholeMs]);
	});

	test.each<[string, Behaviour]>([
		["has no sound in time", sends(": wait\n\n", { end: false })],
		["is silence in time, and for ever", sends(silence, { end: false })],
		["stands still", afterHalf("")],
	])("%s", async (_, stream) => {
		await bench.restart({ timing: { ...timing, stream: soon } });
		await expectHeard(stream, ["stream", "one piece"], [estimate, wholeMs]);
	});

	test("breaks off within an event", async () => {
		const audible = Promise.withResolvers<void>();
		const stream: Behaviour = async (response) => {
			await sendEvents(response, half + half.slice(0, 700), { end: false });
			await audible.promise;
			response.destroy();
		};
		await expectHeard(stream, ["stream", "one piece"], [estimate, wholeMs], audible.resolve);
	});

	test.each([3, 20, 40])("ends after %i bytes of a WAV file", async (length) => {
		streamLike(sends(writeEvent(soundEvent(wholeWav.subarray(0, length), "audio/wav"))));
		expectAllWords((await speak()).packets);
		expect(asked()).toEqual(["stream", "one piece"]);
	});
});

test("all words are heard once wherever a stream is cut off", async () => {
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 0, max: whole.length - 1 }), async (length) => {
			streamLike(sends(whole.slice(0, length)));
			// Herald doesn't stream for a while with an account that failed, so each try has another account.
			await bench.restart({ account: { ...bench.account, apiKey: `sk-${length}` } });
			expectAllWords((await speak()).packets);
		}),
		{ numRuns: 25 },
	);
});

test("a Line at another volume is heard at that volume while it arrives", async () => {
	streamLike(sends(whole));
	const loud = await speak();
	const quiet = await speak({ text: `${text} Quietly.`, gainDb: -12 });
	expectAllWords(loud.packets);
	const peakOf = (packets: readonly Uint8Array[]) => Math.max(...decodeOpus(packets));
	expect(20 * Math.log10(peakOf(quiet.packets) / peakOf(loud.packets))).toBeCloseTo(-12, 0);
	expect(asked()).toEqual(["stream", "stream"]);
});

const limited = writeEvent({
	error: { code: 429, message: "Please retry in 12s.", status: "RESOURCE_EXHAUSTED" },
});

test.each([
	["refused for its words in the middle", writeEvent(endEvent(first.length, "SAFETY")), "blocked"],
	["whose rest is rate limited", limited, "rate_limited"],
])("a Line %s ends there with a Problem, at once", async (_, rest, kind) => {
	streamLike(sends(half + rest));
	const { result, packets, costs } = await speak();
	expect(result).toMatchObject({ ok: false, problem: { kind } });
	expect(hearWords(packets).map(([hertz]) => hertz)).toEqual(words.slice(0, 2));
	expect(costs).toMatchObject([{ madeMs: halfMs }]);
	expect(asked()).toEqual(["stream"]);
});

test("a Line whose rest is rate limited at one model is finished by another", async () => {
	await bench.restart({ models: ["gemini-3.8-flash-tts", "gemini-3.8-flash-lite-tts"] });
	streamLike(sends(half + limited));
	expectAllWords((await speak()).packets);
	expect(asked()).toEqual(["stream", "one piece"]);
});

test("if a service charges for what was made, a stream that breaks off costs what had arrived", async () => {
	await bench.restart({ streaming: "what came", timing: { ...timing, stream: soon } });
	await expectHeard(sends(half, { end: false }), ["stream", "one piece"], [halfMs, wholeMs]);
});

const minute = 60_000;
const well = sends(whole);
const both = ["stream", "one piece"];

describe("a stream isn't requested", () => {
	test("of a model that refused one, for an hour, and of a model in trouble, for a minute", async () => {
		let now = 0;
		await bench.restart({ now: () => now });
		const ask = (word: string, stream: Behaviour) => {
			streamLike(stream);
			return askFor(`${text} ${word}`);
		};
		expect(await ask("One.", answer({}, 400))).toEqual(both);
		now += 59 * minute;
		expect(await ask("Two.", well)).toEqual(["one piece"]);
		now += minute;
		expect(await ask("Three.", well)).toEqual(["stream"]);
		expect(await ask("Four.", sends(half))).toEqual(both);
		expect(await ask("Five.", well)).toEqual(["one piece"]);
		now += minute;
		expect(await ask("Six.", well)).toEqual(["stream"]);
	});

	test.each([404, 501])("after a %i, which doesn't count as a retry", async (status) => {
		streamLike(answer({ error: { code: status, message: "the model" } }, status));
		const takeRetry = vi.spyOn(RetryBudget.prototype, "takeRetry");
		expect(await askFor(`${text} One.`)).toEqual(both);
		expect(await askFor(`${text} Two.`)).toEqual([...both, "one piece"]);
		expect(takeRetry).not.toHaveBeenCalled();
		takeRetry.mockRestore();
	});

	test.each([
		["of a Line of more than 260 characters", { text: `${text} `.repeat(7) }],
		["of a Line at another pace", { tempo: 1.5 }],
	])("%s", async (_, wanted) => {
		streamLike(well);
		await speak(wanted);
		expect(asked()).not.toContain("stream");
	});
});

describe("streams are still requested", () => {
	test("after a refusal that also meets requests in one piece", async () => {
		bench.upstream.behave(answer({}, 400));
		await speak();
		streamLike(well);
		await speak();
		expect(asked()).toEqual(["stream"]);
	});

	test("a minute after one of endless sound, which was refused and doesn't count as an overload", async () => {
		let now = 0;
		const limiter = createRequestLimiter();
		const note = vi.spyOn(limiter, "note");
		await bench.restart({ now: () => now, limiter });
		streamLike(sends(endless, { end: false }));
		expect(await askFor("Short.")).toEqual(both);
		expect(note.mock.calls.filter(([{ strained }]) => strained)).toEqual([]);
		streamLike(well);
		now += minute;
		expect(await askFor(text)).toEqual(["stream"]);
	});

	test("with the operator's account while they are refused to another", async () => {
		const own = { ...bench.account, apiKey: "sk-own", ownId: "own" };
		const payerOf = async (party: Party) => (party === ofGuild("own") ? own : bench.account);
		await bench.restart({ connected: { payerOf, noteTrouble: () => {} } });
		streamLike(answer({}, 400));
		expect(await askFor(`${text} Own.`, "own")).toEqual(both);
		streamLike(well);
		expect(await askFor(`${text} Another.`, "another")).toEqual(["stream"]);
	});

	test("for a server while those of others hang", async () => {
		streamLike(sends(half, { end: false }));
		const hung: Promise<unknown>[] = [];
		/** Requests a text, and leaves once the request has arrived. */
		const skip = async (guildId: string, word: string) => {
			const { length } = bench.upstream.requests;
			const leaving = new AbortController();
			const how = { payer: makePayer(guildId).payer, signal: leaving.signal, mayStream: true };
			hung.push(bench.ask(line(`${text} ${guildId} ${word}.`), how).catch(() => {}));
			await eventually(() => expect(bench.upstream.requests).toHaveLength(length + 1));
			leaving.abort(new Error("left"));
		};
		// Each server leaves four streams hanging, more than it may have at once.
		for (const word of ["one", "two", "three", "four"])
			for (const guild of ["a", "b"]) await skip(guild, word);
		await Promise.all(hung);
		streamLike(well);
		expect(await askFor(text, "another")).toEqual(["stream"]);
	});
});

test("a model that is missing for requests in one piece, too, is unavailable", async () => {
	bench.upstream.behave(answer({ error: { code: 404, message: "no", status: "NOT_FOUND" } }, 404));
	expect((await speak()).result).toMatchObject({ ok: false, problem: { kind: "model_unavailable" } });
	expect(asked()).toEqual(both);
});

test("the rest of a Line has one time limit for all attempts together", async () => {
	await bench.restart({ timing: { ...timing, stream: { ...soon, restMs: 300 } } });
	bench.upstream.behave((response, _, request) => isStream(request) && sendEvents(response, half));
	expect((await speak()).result).toMatchObject({ ok: false, problem: { kind: "timeout" } });
	expect(asked()).toEqual(both);
});

test.each([
	["its last event", whole],
	["[DONE]", `${events.join("")}${stop}data: [DONE]\n\n`],
])(
	"after a stream ends with %s, its connection is reused, and the service doesn't count as overloaded",
	async (_, events) => {
		const limiter = createRequestLimiter();
		const note = vi.spyOn(limiter, "note");
		await bench.restart({
			limiter,
			timing: { ...timing, stream: { firstSoundMs: 60_000, stallMs: 60_000 } },
		});
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
		await bench.upstream.requests[1]?.closed;
		expect(ports).toEqual([ports[0], ports[0]]);
		expect(note.mock.calls.filter(([{ strained }]) => strained)).toEqual([]);
	},
);

test("finished streams leave no timers", async () => {
	streamLike(well);
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	try {
		await askFor(`${text} One.`);
		// At this point, only the connection's own timers are left.
		const before = vi.getTimerCount();
		for (const word of ["Two", "Three", "Four"]) await askFor(`${text} ${word}.`);
		expect(asked()).toEqual(Array(4).fill("stream"));
		expect(vi.getTimerCount()).toBeLessThanOrEqual(before);
	} finally {
		vi.useRealTimers();
	}
});

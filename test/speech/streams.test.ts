import { gzipSync } from "node:zlib";
import { type Sound, unpackClip } from "@herald/common/audio/clip.ts";
import { decodeOpus } from "@herald/common/audio/opus.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makePayer } from "../support/payer.ts";
import {
	endEvent,
	hearWords,
	sendEvents,
	soundEvent,
	soundEvents,
	wholeStream,
	wordLength,
	words,
	writeEvent,
} from "../support/streams.ts";
import { type Behaviour, refuse } from "../support/upstream.ts";
import { line, timing } from "./speech-bench.ts";
import {
	expectAllWords,
	first,
	half,
	halfMs,
	inOnePiece,
	listenTo,
	samples,
	sends,
	soon,
	text,
	useStreamBench,
	wholeMs,
	wholeWav,
} from "./stream-bench.ts";

const { bench, asked, streamLike, speak } = useStreamBench();

const whole = wholeStream(samples);
const events = soundEvents(samples);
const end = writeEvent(endEvent(samples.length));
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
		[
			"has its sound in the second candidate",
			sends([...events, end].map((event) => words + event.replace('"index":0', '"index":1')).join("")),
		],
		["has its usage in each event, of all until then", sends(counting.join("") + stop)],
		[
			"has its usage at its end, and no reason",
			sends(events.join("") + writeEvent(endEvent(samples.length, ""))),
		],
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
		["has its usage first, and breaks off", halfMs, sends(writeEvent(endEvent(samples.length, "")) + half)],
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

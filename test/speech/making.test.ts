import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Line, SpokenLine } from "../../src/speech/line.ts";
import { Speech, type SpeechOptions } from "../../src/speech/speech.ts";
import { anyPayer, makePayer } from "../support/payer.ts";
import {
	answerBody,
	type Behaviour,
	type SeenRequest,
	sendJson,
	speakWell,
	tone,
	toneWav,
	type Upstream,
} from "../support/upstream.ts";
import { useSpeechBench } from "./speech-bench.ts";

const models = ["gemini-3.8-flash-lite-tts", "gemini-3.8-flash-tts"];
const timing = { attemptTimeoutMs: 20_000, lineDeadlineMs: 60_000, backoffBaseMs: 1, backoffMaxMs: 2 };

const bench = useSpeechBench();
let upstream: Upstream;
let speech: Speech;

const makeSpeech = (more: Partial<SpeechOptions> = {}): Speech =>
	new Speech({
		account: bench().account,
		models,
		workers: bench().workers,
		logger: pino({ level: "silent" }),
		timing,
		...more,
	});

beforeEach(() => {
	({ upstream } = bench());
	speech = makeSpeech();
});
afterEach(() => speech.close());

/** Speaks one Line. @throws Problem if it can't be spoken */
const speak = async (text: string, more: Partial<Line> = {}, payer = anyPayer): Promise<SpokenLine> => {
	const line = { text, voice: "Kore", ...more };
	const result = await speech.speak({ line, payer, signal: new AbortController().signal });
	if (!result.ok) throw result.problem;
	return result.spoken;
};
const partOf = ({ body }: SeenRequest): { text: string; speechMetadata?: unknown } =>
	JSON.parse(body).contents[0].parts[0];
const textOf = (request: SeenRequest): string => partOf(request).text;

const silent: Behaviour = (response) =>
	sendJson(response, 200, {
		candidates: [{ content: {}, finishReason: "OTHER" }],
		usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 10 },
	});
const lost: Behaviour = (response) => {
	response.writeHead(200, { "content-length": "1000" });
	response.write("{", () => response.destroy());
};
const sounding =
	(seconds: number): Behaviour =>
	(response) =>
		sendJson(response, 200, answerBody(toneWav(seconds)));
const refused: Behaviour = (response) =>
	sendJson(response, 400, { error: { message: "Unknown name", type: "x", code: "invalid_request" } });
const tooLong: Behaviour = (response) => response.writeHead(413).end();
/** Answers the first request by the first behaviour and so on, and all further requests by the last behaviour. */
const inTurn =
	(...behaviours: readonly Behaviour[]): Behaviour =>
	(response, attempt, request) =>
		(behaviours[attempt - 1] ?? (behaviours.at(-1) as Behaviour))(response, attempt, request);

const short = "One two three four five six seven.";
const middle = "The second sentence is quite a bit longer than the first one is, yes it is.";
const last = "And here comes the third of them all.";
const threeSentences = `${short} ${middle} ${last}`;
/** A text of about 5 s. */
const twelveWords = "one more time we say twelve words here to be very sure";

describe("attempts that may be charged", () => {
	test("are four for a Line cut into two pieces, however many sentences it has", async () => {
		upstream.behave(inTurn(silent, silent, speakWell));
		await speak(threeSentences);
		expect(upstream.requests.map(textOf)).toEqual([
			threeSentences,
			threeSentences,
			`${short} ${middle}`,
			last,
		]);
	});

	test.each([
		["an answer lost on its way and two silences", [lost, silent, silent]],
		["a silence, an answer lost on its way and a silence", [silent, lost, silent]],
	])(
		"after %s leave one, too few for two pieces, so another model speaks the whole Line",
		async (_, first) => {
			upstream.behave(inTurn(...first, speakWell));
			await speak(threeSentences);
			expect(upstream.requests.map(textOf)).toEqual(Array(4).fill(threeSentences));
			expect(upstream.requests[3]?.path).toContain(models[1]);
			upstream.behave(inTurn(...first, silent));
			await expect(speak(`${threeSentences} Again.`)).rejects.toMatchObject({ kind: "no_audio" });
			expect(upstream.requests).toHaveLength(4);
		},
	);

	test("are shared by both pieces, and the first one leaves one for the second", async () => {
		upstream.behave(inTurn(tooLong, silent, silent, speakWell));
		await speak(threeSentences);
		const before = `${short} ${middle}`;
		// The request refused with 413 isn't charged.
		expect(upstream.requests.map(textOf)).toEqual([threeSentences, before, before, before, last]);
		upstream.behave(inTurn(tooLong, silent));
		await expect(speak(`Again. ${threeSentences}`)).rejects.toMatchObject({ kind: "no_audio" });
		expect(upstream.requests).toHaveLength(4);
	});

	test("aren't used on pieces of a text that can't be cut", async () => {
		upstream.behave(inTurn(tooLong, speakWell));
		await expect(speak("a".repeat(80))).rejects.toMatchObject({ kind: "too_long" });
		expect(upstream.requests).toHaveLength(1);
	});
});

describe("a style", () => {
	const line = { style: "whispering" };
	const styled = (request: SeenRequest) => partOf(request).speechMetadata !== undefined;

	test("left out after silences is tried again the next time", async () => {
		upstream.behave(inTurn(silent, silent, speakWell));
		expect(await speak("Hello there", line)).toMatchObject({ compromises: ["without_style"] });
		expect(upstream.requests.map(styled)).toEqual([true, true, false]);
		expect(await speak("Hello there", line)).toMatchObject({ compromises: [] });
		expect(upstream.requests.map(styled)).toEqual([true, true, false, true]);
		await speak("Hello there", line);
		expect(upstream.requests).toHaveLength(4);
	});

	test("left out is reported, and the sound is cached as one without the style", async () => {
		upstream.behave(inTurn(silent, silent, speakWell));
		await speak("Hello there", line);
		expect(await speak("Hello there")).toMatchObject({ madeMs: 0, compromises: [] });
		expect(upstream.requests).toHaveLength(3);
	});

	test("refused by the service is reported as left out the second time, too", async () => {
		upstream.behave((response, attempt, request) =>
			(styled(request) ? refused : speakWell)(response, attempt, request),
		);
		expect(await speak("Hello there", line)).toMatchObject({ compromises: ["without_style"] });
		expect(await speak("Hello there", line)).toMatchObject({ compromises: ["without_style"], madeMs: 0 });
		expect(upstream.requests).toHaveLength(2);
	});

	test("refused by the service isn't sent for an hour, and is then used if the service accepts it", async () => {
		let now = 0;
		await speech.close();
		speech = makeSpeech({ now: () => now });
		upstream.behave(inTurn(refused, speakWell));
		await speak("Hello there", line);
		now += 59 * 60_000;
		expect(await speak("Good night", line)).toMatchObject({ compromises: ["without_style"] });
		now += 60_000;
		expect(await speak("Good morning", line)).toMatchObject({ compromises: [] });
		expect(await speak("Hello there", line)).toMatchObject({ compromises: [] });
		expect(upstream.requests.map(styled)).toEqual([true, false, false, true, true]);
	});

	test("left out of a doubtful sound is reported if no better sound comes", async () => {
		upstream.behave(inTurn(refused, sounding(14), (response) => response.writeHead(413).end()));
		expect(await speak(twelveWords, line)).toMatchObject({
			compromises: ["without_style"],
			durationMs: 14_000,
		});
	});
});

describe("a sound of an unlikely length", () => {
	test("is kept if it is the likelier of two, whichever came last", async () => {
		upstream.behave(inTurn(sounding(14), sounding(25)));
		const first = await speak(twelveWords);
		expect(first.durationMs).toBeLessThan(20_000);
		expect(await speak(twelveWords)).toMatchObject({ durationMs: first.durationMs, madeMs: 0 });
		upstream.behave(inTurn(sounding(25), sounding(14)));
		const second = await speak(`${twelveWords} indeed`);
		expect(second.durationMs).toBeLessThan(20_000);
		expect(await speak(`${twelveWords} indeed`)).toMatchObject({ durationMs: second.durationMs, madeMs: 0 });
	});

	test.each([
		["is of a rate that isn't speech's", "audio/L16;rate=1000", 5],
		["is of another rate that isn't", "audio/L16;rate=192000", 5],
		["is longer than any speech of its text", "audio/L16;rate=24000", 50],
	])("is refused unheard, without another request, if it %s", async (_, type, seconds) => {
		upstream.behave((response) => {
			const rate = Number(type.split("=")[1]);
			sendJson(response, 200, answerBody(Buffer.from(tone(seconds, 220, rate).buffer), type));
		});
		await expect(speak(twelveWords)).rejects.toMatchObject({ kind: "unplayable_sound" });
		expect(upstream.requests).toHaveLength(1);
	});

	test("is charged in full if it is refused, and as the longest accepted sound if it isn't received", async () => {
		const { payer, costs } = makePayer();
		upstream.behave(
			inTurn(sounding(50), (response) => void response.writeHead(200).end(Buffer.alloc(30_000_000))),
		);
		for (const [text, kind] of [
			[twelveWords, "unplayable_sound"],
			[`${twelveWords} indeed`, "bad_response"],
		] as const)
			await expect(speak(text, {}, payer)).rejects.toMatchObject({ kind });
		await expect
			.poll(() => costs)
			.toMatchObject([{ madeMs: 50_000 }, { madeMs: expect.closeTo(32_400, -3) }]);
	});

	test("isn't even received if it is far too long", async () => {
		const left = Promise.withResolvers<void>();
		upstream.behave((response) => {
			response.once("close", () => left.resolve());
			response.writeHead(200).write(Buffer.alloc(30_000_000, " "));
		});
		await expect(speak(twelveWords)).rejects.toMatchObject({ kind: "bad_response" });
		await left.promise;
	});

	test("goes to nobody while the next attempt is under way", async () => {
		const asked = Promise.withResolvers<void>();
		const answer = Promise.withResolvers<void>();
		upstream.behave(
			inTurn(sounding(14), async (...request) => {
				asked.resolve();
				await answer.promise;
				speakWell(...request);
			}),
		);
		const giveUp = new AbortController();
		const waiting = speech.speak({
			line: { text: twelveWords, voice: "Kore" },
			payer: anyPayer,
			signal: giveUp.signal,
		});
		await asked.promise;
		giveUp.abort(new Error("left"));
		await expect(waiting).rejects.toThrow("left");
		const again = speak(twelveWords);
		answer.resolve();
		expect((await again).durationMs).toBeLessThan(10_000);
		expect(upstream.requests).toHaveLength(2);
	});
});

test("the sound of a second model is found under that model, even if it has two pieces", async () => {
	const gone: Behaviour = (response) =>
		sendJson(response, 503, { error: { message: "", type: "", code: "model_not_found" } });
	upstream.behave((response, attempt, request) => {
		if (request.path.includes("lite")) return gone(response, attempt, request);
		return (textOf(request) === threeSentences ? tooLong : speakWell)(response, attempt, request);
	});
	await speak(threeSentences);
	const { length: before } = upstream.requests;
	await speech.close();
	speech = makeSpeech({ models: [models[1] as string] });
	expect(await speak(threeSentences)).toMatchObject({ madeMs: 0 });
	expect(upstream.requests).toHaveLength(before);
});

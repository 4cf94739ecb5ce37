import { unpackClip } from "@herald/common/audio/clip.ts";
import { readRows } from "@herald/common/testing/read-rows.ts";
import { readTag } from "@herald/common/wire/languages.ts";
import { describe, expect, test } from "vitest";
import type { Line, LineNews } from "../../src/speech/line.ts";
import { packetsOf } from "../support/packets-of.ts";
import { anyPayer, makePayer } from "../support/payer.ts";
import {
	answer,
	answerBody,
	type Behaviour,
	hold,
	ifAsked,
	inTurn,
	readAsked,
	refuse,
	refuseStyles,
	sound,
	speakWell,
	tone,
} from "../support/upstream.ts";
import { flash, flashLite, line, useSpeechBench } from "./speech-bench.ts";

const bench = useSpeechBench({ models: [flashLite, flash] });

const speak = (text: string, more: Partial<Line> = {}, payer = anyPayer) =>
	bench.speak(line(text, more), { payer });
const styled = () => bench.upstream.asked().map(({ style }) => style !== undefined);

const silent = answer({
	candidates: [{ content: {}, finishReason: "OTHER" }],
	usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 10 },
});
const refused = refuse(400, "invalid_request", "Unknown name");
const missing = refuse(503, "model_not_found");
const tooLong: Behaviour = (response) => response.writeHead(413).end();

const short = "One two three four five six seven.";
const middle = "The second sentence is quite a bit longer than the first one is, yes it is.";
const last = "And here comes the third of them all.";
const threeSentences = `${short} ${middle} ${last}`;
/** A text of about 5 s. */
const twelveWords = "one more time we say twelve words here to be very sure";

describe("attempts that may be charged", () => {
	test("are four for a Line cut into two pieces, however many sentences it has", async () => {
		bench.upstream.behave(inTurn(silent, silent, speakWell));
		await speak(threeSentences);
		expect(bench.upstream.texts()).toEqual([threeSentences, threeSentences, `${short} ${middle}`, last]);
	});

	test("are also four with a lost answer: after two silences, the last one is for the whole Line", async () => {
		bench.upstream.behave(inTurn((response) => response.destroy(), silent, silent, speakWell));
		await speak(threeSentences);
		expect(bench.upstream.texts()).toEqual(Array(4).fill(threeSentences));
	});

	test("are shared by both pieces, and the first one leaves one for the second", async () => {
		bench.upstream.behave(inTurn(tooLong, silent, silent, speakWell));
		await speak(threeSentences);
		const before = `${short} ${middle}`;
		// The request refused with 413 isn't charged.
		expect(bench.upstream.texts()).toEqual([threeSentences, before, before, before, last]);
		bench.upstream.behave(inTurn(tooLong, silent));
		await expect(speak(`Again. ${threeSentences}`)).rejects.toMatchObject({ kind: "no_audio" });
		expect(bench.upstream.requests).toHaveLength(4);
	});
});

describe("a style", () => {
	const line = { style: "whispering" };

	test("left out after silences is tried again the next time", async () => {
		bench.upstream.behave(inTurn(silent, silent, speakWell));
		expect(await speak("Hello there", line)).toMatchObject({ compromises: ["without_style"] });
		expect(styled()).toEqual([true, true, false]);
		expect(await speak("Hello there", line)).toMatchObject({ compromises: [] });
		expect(styled()).toEqual([true, true, false, true]);
		await speak("Hello there", line);
		expect(bench.upstream.requests).toHaveLength(4);
	});

	test("left out is reported, and the sound is cached as one without the style", async () => {
		bench.upstream.behave(inTurn(silent, silent, speakWell));
		await speak("Hello there", line);
		expect(await speak("Hello there")).toMatchObject({ madeMs: 0, compromises: [] });
		expect(bench.upstream.requests).toHaveLength(3);
	});

	test("refused by the service is reported as left out the second time, too", async () => {
		bench.upstream.behave(ifAsked("speechMetadata", refused));
		expect(await speak("Hello there", line)).toMatchObject({ compromises: ["without_style"] });
		expect(await speak("Hello there", line)).toMatchObject({ compromises: ["without_style"], madeMs: 0 });
		expect(bench.upstream.requests).toHaveLength(2);
	});

	test("refused by the service isn't sent for an hour, and is then used if the service accepts it", async () => {
		let now = 0;
		await bench.restart({ now: () => now });
		bench.upstream.behave(inTurn(refused, speakWell));
		await speak("Hello there", line);
		now += 59 * 60_000;
		expect(await speak("Good night", line)).toMatchObject({ compromises: ["without_style"] });
		now += 60_000;
		expect(await speak("Good morning", line)).toMatchObject({ compromises: [] });
		expect(await speak("Hello there", line)).toMatchObject({ compromises: [] });
		expect(styled()).toEqual([true, false, false, true, true]);
	});

	test("left out of a doubtful sound is reported if no better sound comes", async () => {
		bench.upstream.behave(inTurn(refused, sound(14), tooLong));
		const kept = { compromises: ["without_style"], durationMs: 14_000 };
		expect(await speak(twelveWords, line)).toMatchObject(kept);
	});
});

describe("a sound of an unlikely length", () => {
	test("is kept if it is the likelier of two, whichever came last", async () => {
		bench.upstream.behave(inTurn(sound(14), sound(25)));
		const first = await speak(twelveWords);
		expect(first.durationMs).toBeLessThan(20_000);
		expect(await speak(twelveWords)).toMatchObject({ durationMs: first.durationMs, madeMs: 0 });
		bench.upstream.behave(inTurn(sound(25), sound(14)));
		const second = await speak(`${twelveWords} indeed`);
		expect(second.durationMs).toBeLessThan(20_000);
		expect(await speak(`${twelveWords} indeed`)).toMatchObject({ durationMs: second.durationMs, madeMs: 0 });
	});

	test.each([
		["is of a rate that isn't speech's", "audio/L16;rate=1000", 5],
		["is of another rate that isn't", "audio/L16;rate=192000", 5],
		["is longer than any speech of its text", "audio/L16;rate=24000", 50],
	])("is refused unheard, without another request, if it %s", async (_, type, seconds) => {
		const samples = tone(seconds, 220, Number(type.split("=")[1]));
		bench.upstream.behave(answer(answerBody(Buffer.from(samples.buffer), type)));
		await expect(speak(twelveWords)).rejects.toMatchObject({ kind: "unplayable_sound" });
		expect(bench.upstream.requests).toHaveLength(1);
	});

	test("is charged in full if it is refused, and as the longest accepted sound if it isn't received", async () => {
		const { payer, costs } = makePayer();
		bench.upstream.behave(
			inTurn(sound(50), (response) => void response.writeHead(200).end(Buffer.alloc(30_000_000))),
		);
		await expect(speak(twelveWords, {}, payer)).rejects.toMatchObject({ kind: "unplayable_sound" });
		await expect(speak(`${twelveWords} indeed`, {}, payer)).rejects.toMatchObject({ kind: "bad_response" });
		await expect
			.poll(() => costs)
			.toMatchObject([{ madeMs: 50_000 }, { madeMs: expect.closeTo(32_400, -3) }]);
	});

	test("isn't even received if it is far too long", async () => {
		const left = Promise.withResolvers<void>();
		bench.upstream.behave((response) => {
			response.once("close", () => left.resolve());
			response.writeHead(200).write(Buffer.alloc(30_000_000, " "));
		});
		await expect(speak(twelveWords)).rejects.toMatchObject({ kind: "bad_response" });
		await left.promise;
	});

	test("goes to nobody while the next attempt is under way", async () => {
		const { asked, release, behave } = hold();
		bench.upstream.behave(inTurn(sound(14), behave));
		const giveUp = new AbortController();
		const waiting = bench.ask(line(twelveWords), { signal: giveUp.signal });
		await asked;
		giveUp.abort(new Error("left"));
		await expect(waiting).rejects.toThrow("left");
		const again = speak(twelveWords);
		release();
		expect((await again).durationMs).toBeLessThan(10_000);
		expect(bench.upstream.requests).toHaveLength(2);
	});
});

test("the sound of a second model is found under that model, even if it has two pieces", async () => {
	bench.upstream.behave((response, attempt, request) => {
		if (request.path.includes("lite")) return missing(response, attempt, request);
		return (readAsked(request).text === threeSentences ? tooLong : speakWell)(response, attempt, request);
	});
	await speak(threeSentences);
	const { length: before } = bench.upstream.requests;
	await bench.restart({ models: [flash] });
	expect(await speak(threeSentences)).toMatchObject({ madeMs: 0 });
	expect(bench.upstream.requests).toHaveLength(before);
});

describe("the first packets", () => {
	/** Speaks a text. @returns the result, the sound if there was early news of one, and the kinds of all news */
	const hear = async (text: string) => {
		const news: LineNews[] = [];
		const result = await bench.ask(line(text), { listen: (each) => news.push(each) });
		const [early] = news.flatMap((each) => (each.kind === "sound" ? [each.sound] : []));
		return { result, early, kinds: news.map(({ kind }) => kind) };
	};

	test("of a long Line are there before the rest is made, and are the same as in its Clip", async () => {
		bench.upstream.behave(sound(12));
		const heard = [1, 2].map(() => hear("Number 1 is long."));
		for (const { result, early, kinds } of await Promise.all(heard)) {
			expect(kinds).toEqual(["begun", "answering", "sound"]);
			const clip = result.ok ? unpackClip(result.spoken.packed) : undefined;
			expect(early).toMatchObject({ complete: true, levels: clip?.levels });
			expect(early && packetsOf(early)).toEqual(clip?.packets);
		}
	});

	test("of a short Line come with the rest, and those of an unlikely duration once an answer is chosen", async () => {
		bench.upstream.behave(sound(0.4));
		expect(await hear("One.")).toMatchObject({ result: { ok: true }, kinds: ["begun", "answering"] });
		bench.upstream.behave(inTurn(sound(6), sound(6), sound(0)));
		const { result, kinds } = await hear("Hello.");
		expect(result).toMatchObject({ ok: true });
		expect(kinds).toEqual(["begun", "answering", "answering"]);
	});
});

describe("a Line at another tempo", () => {
	const speakAs = (more: Partial<Line>) => speak("How quick this is.", more);

	test("isn't heard early at the usual tempo", async () => {
		bench.upstream.behave(sound(12));
		const { signal } = new AbortController();
		const said = line("Number 1 is long.", { tempo: 1.5 });
		const heard = await bench.speech.speak({ line: said, payer: anyPayer, signal }).sound();
		expect(heard.ok && heard.sound.complete).toBe(true);
		expect(heard.ok && heard.sound.packets.length / 50).toBeCloseTo(8, 0);
	});

	test("is requested as usual, costs what was made, and needs no request at further tempos", async () => {
		const quick = await speakAs({ tempo: 1.3 });
		expect(JSON.stringify(bench.upstream.requests)).not.toMatch(/tempo|1\.3/);
		const plain = await speakAs({});
		expect(quick.madeMs).toBe(plain.durationMs);
		const slow = await speakAs({ tempo: 0.5 });
		expect(Math.abs(quick.durationMs - plain.durationMs / 1.3)).toBeLessThanOrEqual(25);
		expect(Math.abs(slow.durationMs - plain.durationMs / 0.5)).toBeLessThanOrEqual(25);
		expect([plain.madeMs, slow.madeMs, (await speakAs({ tempo: 1.3 })).madeMs]).toEqual([0, 0, 0]);
		expect(bench.upstream.requests).toHaveLength(1);
	});

	test("is kept in memory alone if it is for memory alone", async () => {
		const first = await speakAs({ tempo: 1.3, memoryOnly: true });
		expect((await speakAs({ tempo: 1.3, memoryOnly: true })).packed).toEqual(first.packed);
		expect(bench.upstream.requests).toHaveLength(1);
	});

	test("says that it was made without its style, even when it is found in the cache", async () => {
		const plain = { style: "amused", plainWillDo: true, tempo: 1.3 };
		await speakAs({});
		for (const { compromises } of [await speakAs(plain), await speakAs(plain)])
			expect(compromises).toEqual(["without_style"]);
		expect(bench.upstream.requests).toHaveLength(1);
	});
});

describe("a Line's language", () => {
	const inGerman = { language: "de" };
	/** @returns the languages and styles sent since the test began */
	const sent = () => bench.upstream.asked().map(({ language, style }) => [language, style]);

	test("isn't doubted because of a refused style", async () => {
		bench.upstream.behave(refuseStyles);
		const { compromises } = await speak("Bis gleich!", { ...inGerman, style: "whispering" });
		expect(compromises).toEqual(["without_style", "without_language"]);
		expect(sent()).toEqual([
			["de", "whispering"],
			[undefined, "whispering"],
			[undefined, undefined],
		]);
		await speak("Bis morgen!", inGerman);
		expect(sent().at(-1)).toEqual(["de", undefined]);
	});

	test("whose voices change divides callers who want the old voices from those who want the new ones", async () => {
		let spoken = new Map([["de", "first"]]);
		bench.makeSpeech({ account: { ...bench.account, languages: () => spoken } });
		const { asked, release, behave } = hold();
		bench.upstream.behave(behave);
		const before = speak("Bis gleich!", inGerman);
		await asked;
		spoken = new Map([["de", "second"]]);
		const after = speak("Bis gleich!", inGerman);
		release();
		await Promise.all([before, after]);
		expect(bench.upstream.requests).toHaveLength(2);
		await speak("Bis gleich!", inGerman);
		expect(bench.upstream.requests).toHaveLength(2);
	});

	test.each(readRows<[tag: string, canonical: string]>(import.meta.url, "language-tags.tsv"))(
		"is read from the tag %s as %s",
		(tag, canonical) => expect(readTag(tag) ?? "").toBe(canonical),
	);
});

test("a Line that waits for a rate limit reports until when", async () => {
	const before = Date.now();
	bench.upstream.behave(inTurn(refuse(429, "", "Please retry in 0.2s"), speakWell));
	const news: LineNews[] = [];
	await bench.speak(line("In a little while."), { listen: (each) => news.push(each) });
	expect(news.map(({ kind }) => kind).slice(0, 3)).toEqual(["begun", "limited", "answering"]);
	const until = news.flatMap((each) => (each.kind === "limited" ? [each.until] : []))[0] as number;
	expect(until).toBeGreaterThanOrEqual(before + 200);
	expect(until).toBeLessThan(before + 60_000);
});

describe("retries", () => {
	const failing = refuse(500, "do_request_failed");
	/** Speaks this many texts, one after the other. @returns how they ended: "spoken" or the kinds of Problems */
	const speakTexts = async (count: number): Promise<string[]> => {
		const ends = new Set<string>();
		for (let n = 0; n < count; n += 1) {
			const result = await bench.ask(line(`Text ${n}.`));
			ends.add(result.ok ? "spoken" : result.problem.kind);
		}
		return [...ends];
	};

	test("are at most a fifth of the last minute's requests, or ten if that is more", async () => {
		let now = 1_000_000;
		await bench.restart({ now: () => now });
		bench.upstream.behave(failing);
		expect(await speakTexts(40)).toEqual(["upstream"]);
		expect(bench.upstream.requests).toHaveLength(40 + 10);
		expect(await speakTexts(60)).toEqual(["upstream"]);
		expect(bench.upstream.requests).toHaveLength(100 + 20);
		now += 60_000;
		bench.upstream.behave(failing);
		expect(await speakTexts(1)).toEqual(["upstream"]);
		expect(bench.upstream.requests).toHaveLength(6);
	});

	test("of texts that are refused again after the requested wait are one for each text", async () => {
		bench.upstream.behave((response) => void response.writeHead(429, { "retry-after": "0.05" }).end());
		const said = await Promise.all(
			Array.from({ length: 10 }, (_, n) =>
				bench.ask(line(`Text ${n}.`), { payer: makePayer(`guild ${n}`).payer }),
			),
		);
		expect(said.filter(({ ok }) => ok)).toEqual([]);
		expect(bench.upstream.requests).toHaveLength(20);
	});

	test("are no requests to a service that recovers, or to the next model after an unknown one", async () => {
		bench.upstream.behave(failing);
		await speakTexts(20);
		bench.upstream.behave(speakWell);
		expect(await speakTexts(3)).toEqual(["spoken"]);
		expect(bench.upstream.requests).toHaveLength(3);
		bench.upstream.behave((...asked) => (asked[2].path.includes("lite") ? missing : speakWell)(...asked));
		await bench.restart();
		expect(await speakTexts(30)).toEqual(["spoken"]);
	});
});

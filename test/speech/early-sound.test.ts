import { unpackClip } from "@herald/common/audio/clip.ts";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { LineNews } from "../../src/speech/line.ts";
import { Speech } from "../../src/speech/speech.ts";
import { makeAhead } from "../support/ahead.ts";
import { packetsOf } from "../support/packets-of.ts";
import { anyPayer } from "../support/payer.ts";
import { answerBody, sendJson, toneWav } from "../support/upstream.ts";
import { useSpeechBench } from "./speech-bench.ts";

const bench = useSpeechBench();
let speech: Speech;
beforeEach(() => {
	const { account, workers } = bench();
	speech = new Speech({
		account,
		models: ["gemini-3.8-flash-tts"],
		workers,
		logger: pino({ level: "silent" }),
		timing: { attemptTimeoutMs: 10_000, lineDeadlineMs: 20_000, backoffBaseMs: 1, backoffMaxMs: 1 },
	});
});
afterEach(() => speech.close());

const never = new AbortController().signal;
/** Speaks a text. @returns the result, the sound if there was early news of one, and the kinds of all news */
const speak = async (text: string) => {
	const news: LineNews[] = [];
	const result = await speech.speak({
		line: { text, voice: "Kore" },
		payer: anyPayer,
		signal: never,
		ahead: makeAhead((each) => news.push(each)),
	});
	const [sound] = news.flatMap((each) => (each.kind === "sound" ? [each.sound] : []));
	return { result, sound, kinds: news.map(({ kind }) => kind) };
};
const answerWith = (...seconds: number[]) =>
	bench().upstream.behave((response, attempt) =>
		sendJson(response, 200, answerBody(toneWav(seconds[attempt - 1] ?? 0))),
	);

test("a long Line's first packets are there before the rest is made, and are the same as in its Clip", async () => {
	answerWith(12);
	const twice = await Promise.all([speak("Number 1 is long."), speak("Number 1 is long.")]);
	for (const { result, sound, kinds } of twice) {
		expect(kinds).toEqual(["begun", "answering", "sound"]);
		const clip = result.ok ? unpackClip(result.spoken.packed) : undefined;
		expect(sound).toMatchObject({ complete: true, levels: clip?.levels });
		expect(sound && packetsOf(sound)).toEqual(clip?.packets);
	}
});

test("a short Line is there all at once", async () => {
	answerWith(0.4);
	expect(await speak("One.")).toMatchObject({ result: { ok: true }, kinds: ["begun", "answering"] });
});

test("a Line of an unlikely duration isn't heard until it is decided which answer counts", async () => {
	answerWith(6, 6);
	const { result, kinds } = await speak("Hello.");
	expect(result).toMatchObject({ ok: true });
	expect(kinds).toEqual(["begun", "answering", "answering"]);
});

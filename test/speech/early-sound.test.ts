import { unpackClip } from "@herald/common/audio/clip.ts";
import { expect, test } from "vitest";
import type { LineNews } from "../../src/speech/line.ts";
import { packetsOf } from "../support/packets-of.ts";
import { inTurn, sound } from "../support/upstream.ts";
import { line, useSpeechBench } from "./speech-bench.ts";

const bench = useSpeechBench();
/** Speaks a text. @returns the result, the sound if there was early news of one, and the kinds of all news */
const speak = async (text: string) => {
	const news: LineNews[] = [];
	const result = await bench.ask(line(text), { listen: (each) => news.push(each) });
	const [sound] = news.flatMap((each) => (each.kind === "sound" ? [each.sound] : []));
	return { result, sound, kinds: news.map(({ kind }) => kind) };
};

test("a long Line's first packets are there before the rest is made, and are the same as in its Clip", async () => {
	bench.upstream.behave(sound(12));
	const twice = await Promise.all([speak("Number 1 is long."), speak("Number 1 is long.")]);
	for (const { result, sound, kinds } of twice) {
		expect(kinds).toEqual(["begun", "answering", "sound"]);
		const clip = result.ok ? unpackClip(result.spoken.packed) : undefined;
		expect(sound).toMatchObject({ complete: true, levels: clip?.levels });
		expect(sound && packetsOf(sound)).toEqual(clip?.packets);
	}
});

test("a short Line is there all at once", async () => {
	bench.upstream.behave(sound(0.4));
	expect(await speak("One.")).toMatchObject({ result: { ok: true }, kinds: ["begun", "answering"] });
});

test("a Line of an unlikely duration isn't heard until it is decided which answer counts", async () => {
	bench.upstream.behave(inTurn(sound(6), sound(6), sound(0)));
	const { result, kinds } = await speak("Hello.");
	expect(result).toMatchObject({ ok: true });
	expect(kinds).toEqual(["begun", "answering", "answering"]);
});

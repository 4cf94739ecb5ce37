import { unpackClip } from "@herald/common/audio/clip.ts";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Line } from "../../src/speech/line.ts";
import { Speech } from "../../src/speech/speech.ts";
import { anyPayer } from "../support/payer.ts";
import { useSpeechBench } from "./speech-bench.ts";

const bench = useSpeechBench();
let speech: Speech;
beforeEach(() => {
	const { account, workers } = bench();
	const logger = pino({ level: "silent" });
	speech = new Speech({ account, models: ["gemini-3.8-flash-tts"], workers, logger });
});
afterEach(() => speech.close());

const speak = async (more: Partial<Line>) => {
	const line = { text: "How quick this is.", voice: "Kore", ...more };
	const result = await speech.speak({ line, payer: anyPayer, signal: new AbortController().signal });
	if (!result.ok) throw result.problem;
	return result.spoken;
};
const closeTo = (ms: number) => ({ from: ms - 25, to: ms + 25 });
const expectLength = (durationMs: number, { from, to }: ReturnType<typeof closeTo>): void => {
	expect(durationMs).toBeGreaterThanOrEqual(from);
	expect(durationMs).toBeLessThanOrEqual(to);
};

test("a Line at another tempo is requested as usual, costs what was made, and needs no request at further tempos", async () => {
	const quick = await speak({ tempo: 1.3 });
	expect(JSON.stringify(bench().upstream.requests)).not.toMatch(/tempo|1\.3/);
	const plain = await speak({});
	expect(quick.madeMs).toBe(plain.durationMs);
	expectLength(quick.durationMs, closeTo(plain.durationMs / 1.3));
	const slow = await speak({ tempo: 0.5 });
	expectLength(slow.durationMs, closeTo(plain.durationMs / 0.5));
	expect([plain.madeMs, slow.madeMs, (await speak({ tempo: 1.3 })).madeMs]).toEqual([0, 0, 0]);
	expect(bench().upstream.requests).toHaveLength(1);
});

test("a Line at another tempo for memory alone is kept in memory", async () => {
	const first = await speak({ tempo: 1.3, memoryOnly: true });
	const again = await speak({ tempo: 1.3, memoryOnly: true });
	expect(again.packed).toEqual(first.packed);
	expect(bench().upstream.requests).toHaveLength(1);
});

test("a Line that takes twice as long to hear costs what was made", async () => {
	const slow = await speak({ tempo: 0.5 });
	expectLength(slow.durationMs, closeTo(slow.madeMs * 2));
});

test("a cached sound is made louder or quieter without a request, and stays in the cache unchanged", async () => {
	const peak = (clip: Awaited<ReturnType<typeof speak>>) => Math.max(...unpackClip(clip.packed).levels);
	const plain = await speak({});
	const quiet = await speak({ gainDb: -12 });
	const loud = await speak({ gainDb: 6 });
	expect(20 * Math.log10(peak(quiet) / peak(plain))).toBeCloseTo(-12, 0);
	expect(20 * Math.log10(peak(loud) / peak(plain))).toBeGreaterThan(2);
	expect((await speak({ gainDb: -12 })).packed).toEqual(quiet.packed);
	expect((await speak({})).packed).toEqual(plain.packed);
	expect(quiet.durationMs).toBe(plain.durationMs);
	expect(bench().upstream.requests).toHaveLength(1);
});

test("a Line made without its style says so at another tempo, even when it is found in the cache", async () => {
	await speak({});
	const plain = { style: "amused", plainWillDo: true, tempo: 1.3 };
	expect([await speak(plain), await speak(plain)].map(({ compromises }) => compromises)).toEqual([
		["without_style"],
		["without_style"],
	]);
	expect(bench().upstream.requests).toHaveLength(1);
});

import { expect, test } from "vitest";
import type { Line } from "../../src/speech/line.ts";
import { line, useSpeechBench } from "./speech-bench.ts";

const bench = useSpeechBench();
const speak = (more: Partial<Line>) => bench.speak(line("How quick this is.", more));
const expectLength = (durationMs: number, ms: number) =>
	expect(Math.abs(durationMs - ms)).toBeLessThanOrEqual(25);

test("a Line at another tempo is requested as usual, costs what was made, and needs no request at further tempos", async () => {
	const quick = await speak({ tempo: 1.3 });
	expect(JSON.stringify(bench.upstream.requests)).not.toMatch(/tempo|1\.3/);
	const plain = await speak({});
	expect(quick.madeMs).toBe(plain.durationMs);
	expectLength(quick.durationMs, plain.durationMs / 1.3);
	const slow = await speak({ tempo: 0.5 });
	expectLength(slow.durationMs, plain.durationMs / 0.5);
	expect([plain.madeMs, slow.madeMs, (await speak({ tempo: 1.3 })).madeMs]).toEqual([0, 0, 0]);
	expect(bench.upstream.requests).toHaveLength(1);
});

test("a Line at another tempo for memory alone is kept in memory", async () => {
	const first = await speak({ tempo: 1.3, memoryOnly: true });
	const again = await speak({ tempo: 1.3, memoryOnly: true });
	expect(again.packed).toEqual(first.packed);
	expect(bench.upstream.requests).toHaveLength(1);
});

test("a Line made without its style says so at another tempo, even when it is found in the cache", async () => {
	await speak({});
	const plain = { style: "amused", plainWillDo: true, tempo: 1.3 };
	expect([await speak(plain), await speak(plain)].map(({ compromises }) => compromises)).toEqual([
		["without_style"],
		["without_style"],
	]);
	expect(bench.upstream.requests).toHaveLength(1);
});

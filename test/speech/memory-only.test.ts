import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Recent } from "@herald/common/recent.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import Database from "better-sqlite3";
import { afterAll, beforeEach, expect, test } from "vitest";
import { clipKey, identifyAccount } from "../../src/speech/clips/clip-key.ts";
import { ClipWorkers } from "../../src/speech/clips/clip-workers.ts";
import type { Line, LineNews } from "../../src/speech/line.ts";
import { shareClipThreads } from "../support/share-clip-threads.ts";
import { inTurn, refuse, speakWell } from "../support/upstream.ts";
import { flash, line, useSpeechBench } from "./speech-bench.ts";

const folder = mkdtempSync(join(tmpdir(), "herald-"));
const cacheFile = join(folder, "clips.db");
const workers = new ClipWorkers({ cacheFile, cacheBytes: 10_000_000 }, undefined, shareClipThreads());
const bench = useSpeechBench();
beforeEach(() => void bench.makeSpeech({ workers }));
afterAll(async () => {
	await workers.close();
	rmSync(folder, { recursive: true });
});

const keyOf = (wanted: Line) => clipKey(identifyAccount(bench.account), wanted, flash);
const listKeys = (): unknown[] => {
	const database = new Database(cacheFile, { readonly: true });
	const keys = database.prepare("SELECT key FROM clips").pluck().all();
	database.close();
	return keys;
};

test("a Line for memory alone is requested once, and never written to disk", async () => {
	const secret = line("What nobody keeps.", { memoryOnly: true });
	await bench.speak(secret);
	expect(await bench.speak(secret)).toMatchObject({ madeMs: 0 });
	expect(bench.upstream.requests).toHaveLength(1);
	// If the secret Line were ever written to disk, it would be there before this Line.
	const open = line("What may be kept.");
	await bench.speak(open);
	await eventually(() => expect(listKeys()).toContain(keyOf(open)));
	expect(listKeys()).not.toContain(keyOf(secret));
});

test("a Line for memory alone is written if another caller wants it stored at the same time", async () => {
	const both = [line("Twice at once.", { memoryOnly: true }), line("Twice at once.")];
	const spoken = await Promise.all(both.map((each) => bench.speak(each)));
	expect(spoken.map(({ madeMs }) => madeMs > 0)).toEqual([true, false]);
	await eventually(() => expect(listKeys()).toContain(keyOf(line("Twice at once."))));
});

test("the memory for Clips is bounded, and drops the least recently used first", () => {
	const memory = new Recent<{ readonly packed: Uint8Array }>(25, ({ packed }) => packed.length);
	const clip = { packed: new Uint8Array(10) };
	for (const key of ["a", "b"]) memory.set(key, clip);
	expect(memory.find("a")).toBe(clip);
	memory.set("c", clip);
	expect(["a", "b", "c"].map((key) => memory.find(key) !== undefined)).toEqual([true, false, true]);
	memory.set("d", { packed: new Uint8Array(26) });
	memory.set("a", clip);
	expect(["a", "c", "d"].map((key) => memory.find(key) !== undefined)).toEqual([true, true, false]);
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

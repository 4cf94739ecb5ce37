import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Recent } from "@herald/common/recent.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import Database from "better-sqlite3";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { clipKey, identifyAccount } from "../../src/speech/clips/clip-key.ts";
import { ClipWorkers } from "../../src/speech/clips/clip-workers.ts";
import type { Line, LineNews } from "../../src/speech/line.ts";
import { Speech } from "../../src/speech/speech.ts";
import { makeAhead } from "../support/ahead.ts";
import { anyPayer } from "../support/payer.ts";
import { shareClipThreads } from "../support/share-clip-threads.ts";
import { sendJson, speakWell, startUpstream, type Upstream } from "../support/upstream.ts";

const folder = mkdtempSync(join(tmpdir(), "herald-"));
const cacheFile = join(folder, "clips.db");
const model = "gemini-3.8-flash-tts";
const account = () => ({ baseUrl: upstream.baseUrl, apiKey: "sk-memory" });
const never = new AbortController().signal;
let upstream: Upstream;
let workers: ClipWorkers;
let speech: Speech;

beforeAll(async () => {
	upstream = await startUpstream();
	workers = new ClipWorkers({ cacheFile, cacheBytes: 10_000_000 }, undefined, shareClipThreads());
	speech = new Speech({
		account: account(),
		models: [model],
		workers,
		logger: pino({ level: "silent" }),
		timing: { attemptTimeoutMs: 5_000, lineDeadlineMs: 5_000, backoffBaseMs: 1, backoffMaxMs: 1 },
	});
});
afterEach(() => upstream.behave(speakWell));
afterAll(async () => {
	await speech.close();
	await workers.close();
	await upstream.close();
	rmSync(folder, { recursive: true });
});

const line = (text: string, more: Partial<Line> = {}): Line => ({ text, voice: "Kore", ...more });
const speak = (wanted: Line) => speech.speak({ line: wanted, payer: anyPayer, signal: never });
const keyOf = (wanted: Line) => clipKey(identifyAccount(account()), wanted, model);
const listKeys = (): unknown[] => {
	const database = new Database(cacheFile, { readonly: true });
	const keys = database.prepare("SELECT key FROM clips").pluck().all();
	database.close();
	return keys;
};

test("a Line for memory alone is requested once, and never written to disk", async () => {
	const secret = line("What nobody keeps.", { memoryOnly: true });
	expect(await speak(secret)).toMatchObject({ ok: true });
	expect(await speak(secret)).toMatchObject({ ok: true, spoken: { madeMs: 0 } });
	expect(upstream.requests).toHaveLength(1);
	// If the secret Line were ever written to disk, it would be there before this Line.
	const open = line("What may be kept.");
	await speak(open);
	await eventually(() => expect(listKeys()).toContain(keyOf(open)));
	expect(listKeys()).not.toContain(keyOf(secret));
});

test("a Line for memory alone is written if another caller wants it stored at the same time", async () => {
	const both = [line("Twice at once.", { memoryOnly: true }), line("Twice at once.")];
	const spoken = await Promise.all(both.map(speak));
	expect(spoken.map((result) => result.ok && result.spoken.madeMs > 0)).toEqual([true, false]);
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
	upstream.behave((response, attempt, request) =>
		attempt === 1
			? sendJson(response, 429, { error: { message: "Please retry in 0.2s" } })
			: speakWell(response, attempt, request),
	);
	const news: LineNews[] = [];
	const result = await speech.speak({
		line: line("In a little while."),
		payer: anyPayer,
		signal: never,
		ahead: makeAhead((each) => news.push(each)),
	});
	expect(result).toMatchObject({ ok: true });
	expect(news.map(({ kind }) => kind).slice(0, 3)).toEqual(["begun", "limited", "answering"]);
	const until = news.flatMap((each) => (each.kind === "limited" ? [each.until] : []))[0] as number;
	expect(until).toBeGreaterThanOrEqual(before + 200);
	expect(until).toBeLessThan(before + 60_000);
});

import { setImmediate as breathe } from "node:timers/promises";
import { createLogger } from "@herald/common/log.ts";
import { Counter, Registry } from "prom-client";
import { beforeEach, expect, test } from "vitest";
import { divideShards, planProcesses } from "../../src/bot/supervise-bot.ts";
import { readConfig } from "../../src/config.ts";
import type { Metrics } from "../../src/monitoring/metrics.ts";
import { joinMetrics } from "../../src/processes/joined-metrics.ts";
import { createLoginSlots, type LoginSlots } from "../../src/processes/login-slots.ts";
import { lendPermits } from "../../src/processes/supervisor.ts";
import { createRequestLimiter } from "../../src/speech/traffic/request-limiter.ts";
import { listen } from "../support/listen.ts";
import { sendJson } from "../support/upstream.ts";

const range = (count: number) => Array.from({ length: count }, (_, id) => id);

test.each([
	[range(4), 2, [2, 2]],
	[range(5), 2, [1, 2, 2]],
	[range(10), 4, [3, 3, 4]],
	[range(3), 100, [3]],
	[[4, 5, 9], 2, [1, 2]],
])("the shards %j, at most %i to a process, are divided evenly", (ids, perProcess, sizes) => {
	const parts = divideShards({ ids, count: 10 }, perProcess);
	expect(parts.map((part) => part.ids.length)).toEqual(sizes);
	expect(parts.flatMap((part) => part.ids)).toEqual(ids);
	expect(new Set(parts.map(({ count }) => count))).toEqual(new Set([10]));
});

test("without a number of shards, processes are planned for as many as Discord recommends", async () => {
	const port = await listen((_, response) =>
		sendJson(response, 200, { url: "wss://gateway.invalid", shards: 5 }),
	);
	const settings = { DISCORD_TOKEN: "token", DISCORD_API_URL: `http://127.0.0.1:${port}/api` };
	const { discord } = readConfig(settings);
	const silent = createLogger("test", "silent");
	const plan = await planProcesses(discord, 3, silent, new AbortController().signal);
	expect(plan.map(({ ids }) => ids.join())).toEqual(["0,1", "2,3,4"]);
});

const countTo = (value: number) => {
	const registry = new Registry();
	new Counter({ name: "herald_texts_total", help: "Texts.", registers: [registry] }).inc(value);
	return registry.getMetricsAsJSON();
};

const own = { contentType: "", read: () => new Registry().getMetricsAsJSON() } as unknown as Metrics;

/**
 * Joins the metrics of processes that have counted to these numbers. `meanwhile` runs after the processes have answered
 * and before their metrics are joined.
 */
const joinCounts = (counts: number[], meanwhile = { run: async () => {} }) => {
	const { write, carry } = joinMetrics(own, async () => {
		const known = await Promise.all(counts.map(countTo));
		await meanwhile.run();
		return known;
	});
	return { carry, read: async () => Number(/herald_texts_total (\d+)/.exec(await write())?.[1]) };
};

test("a process that ends while another one's metrics are awaited is counted once", async () => {
	const [counts, meanwhile] = [[100], { run: async () => {} }];
	const { read, carry } = joinCounts(counts, meanwhile);
	expect(await read()).toBe(100);
	meanwhile.run = () => carry(0);
	expect(await read()).toBe(100);
	meanwhile.run = async () => {};
	// Stands for a restarted process, which counts from zero.
	counts[0] = 3;
	expect(await read()).toBe(103);
});

test("the counts of two processes that end at the same time are kept", async () => {
	const counts = [100, 20];
	const { read, carry } = joinCounts(counts);
	expect(await read()).toBe(120);
	const carried = [carry(0), carry(1)];
	counts.fill(0);
	await Promise.all(carried);
	expect(await read()).toBe(120);
});

test.each<[string, (permits: ReturnType<typeof lendPermits>) => unknown]>([
	["its process ends", (permits) => permits.endAll()],
	["two end in one turn of the event loop", (permits) => [1, 2].map((id) => permits.end(id))],
])("no permit is lost if a request waits for its turn and %s", async (_, end) => {
	const limiter = createRequestLimiter(1);
	const permits = lendPermits(limiter);
	const ask = (id: number, guild: string, account: string) =>
		permits.take({ id, guild, account, patienceMs: undefined });
	await ask(1, "one", "a");
	void ask(2, "two", "b").catch(() => {});
	await breathe();
	end(permits);
	// If the permit were lost, this would wait until the test's time limit.
	await limiter.acquire("three", new AbortController().signal);
	expect(true).toBe(true);
});

let now: number;
let remaining: number;
let asked: number;
let logged: Readonly<Record<string, unknown>>[];
let slots: LoginSlots;

beforeEach(() => {
	now = 0;
	remaining = 1_000;
	asked = 0;
	logged = [];
	slots = createLoginSlots({
		readLimit: async () => {
			asked += 1;
			return { remaining, reset_after: 3_600_000 };
		},
		ofStart: 2,
		logger: createLogger("test", "info", { write: (line) => void logged.push(JSON.parse(line)) }),
		now: () => now,
	});
});

const take = (bucket = 0) => slots.take({ bucket, spacingMs: 5_000 });

test("shards of the same bucket log in one after another, in whichever process, and those of other buckets at once", async () => {
	expect(await Promise.all([take(), take(), take(1)])).toEqual([0, 5_000, 0]);
	now = 4_000;
	expect(await take()).toBe(1_000);
	now = 5_000;
	expect(await take()).toBe(0);
});

test("later logins leave as many as a start needs: shards wait until there are more, which is logged", async () => {
	await Promise.all([take(0), take(1)]);
	// Herald has just asked Discord when it starts.
	expect(asked).toBe(0);
	remaining = 4;
	expect(await Promise.all([take(2), take(3)])).toEqual([0, 0]);
	expect(slots.areFewLeft()).toBe(false);
	expect(await take(4)).toBeGreaterThan(0);
	expect(await take(4)).toBeGreaterThan(0);
	expect(slots.areFewLeft()).toBe(true);
	expect(logged).toMatchObject([{ event: "logins_low", remaining: 2, minutes: 60 }]);
	expect(asked).toBe(1);
	remaining = 1_000;
	now = 60_000;
	expect(await take(4)).toBe(0);
	expect(slots.areFewLeft()).toBe(false);
});

test("if other machines log in, too, the database says whose turn it is, and nobody logs in without its answer", async () => {
	let shared: number | Error = 3_000;
	slots = createLoginSlots({
		readLimit: async () => undefined,
		ofStart: 2,
		takeShared: async () => {
			if (shared instanceof Error) throw shared;
			return shared;
		},
		logger: createLogger("test", "silent"),
		now: () => now,
	});
	expect(await take()).toBe(3_000);
	shared = new Error("The database is away");
	await expect(take()).rejects.toThrow("The database is away");
	shared = 0;
	expect(await take()).toBe(0);
	expect(await take()).toBe(5_000);
});

import { join } from "node:path";
import { createLogger } from "@herald/common/log.ts";
import { newFolder } from "@herald/common/testing/afterwards.ts";
import { expect, type TestContext, test, vi } from "vitest";
import { holdShards } from "../src/bot/surround-bot.ts";
import { readConfig } from "../src/config.ts";
import type { ShardHolder, ShardLeases } from "../src/store/shard-leases.ts";
import { newStore } from "./support/new-store.ts";

const folder = newFolder();
const store = newStore({}, join(folder, "shared", "bot.db"));

/** Starts a machine with this name, data folder and list of shards. */
const startIn =
	({ onTestFinished }: TestContext) =>
	async (name: string, data: string, shards: string, leases: ShardLeases = store.shardLeases) => {
		const config = readConfig({
			DATABASE_URL: "postgres://db.example/herald",
			SPEECH_BASE_URL: "http://speech.example",
			SPEECH_API_KEY: "sk",
			DATA_DIR: join(folder, data),
			HOSTNAME: name,
			GATEWAY_SHARDS: "64",
			GATEWAY_SHARD_LIST: shards,
		});
		const lines: string[] = [];
		const logger = createLogger("test", "info", { write: (line) => lines.push(line) });
		const lost = Promise.withResolvers<string>();
		const starting = new AbortController();
		onTestFinished(() => starting.abort());
		const give = await holdShards(config, leases, logger, {
			signal: starting.signal,
			onEnd: ({ message }) => lost.resolve(message),
		});
		onTestFinished(give);
		return { give, lost: lost.promise, lines };
	};

test.concurrent("a machine whose shards a running machine holds ends with a sentence that names that machine", async (context) => {
	const start = startIn(context);
	const { give } = await start("herald-0", "a", "0-3");
	// A machine with the same name and another data folder is refused.
	const ofSameName = expect(start("herald-0", "c", "0-3")).rejects.toThrow(
		/^Another machine, herald-0, has shards/,
	);
	await expect(start("herald-1", "b", "3-6")).rejects.toThrow(
		/^Another machine, herald-0, has shards that this one was given: stop it, or/,
	);
	await ofSameName;
	await give();
	expect((await start("herald-1", "b", "3-6")).lines).toEqual([]);
});

test.concurrent("a killed machine gets its shards back at once; another machine takes them once the lease is over", async (context) => {
	const start = startIn(context);
	await start("herald-2", "d", "10-13");
	expect((await start("herald-2", "d", "10-13")).lines).toEqual([]);
	await store.shardLeases.take("herald-9 dead", { ids: [14], count: 64 }, 1_500);
	const { lines } = await start("herald-3", "e", "14");
	expect(lines.map((line) => JSON.parse(line))).toEqual([
		expect.objectContaining({ event: "shards_taken", machine: "herald-9" }),
	]);
});

test.concurrent("a machine ends if another one took its shards while it couldn't renew its lease", async (context) => {
	const { lost } = await startIn(context)("herald-4", "f", "20-23");
	await store.shardLeases.give(
		(await store.shardLeases.take("?", { ids: [20], count: 64 }, 1))?.holder ?? "",
	);
	await store.shardLeases.take("herald-5 other", { ids: [23], count: 64 }, 60_000);
	expect(await lost).toMatch(/^Another machine, herald-5, has shards that this one was given/);
});

test.concurrent("a machine with another number of shards is refused as soon as a running machine renews its lease", async (context) => {
	const renewed: ShardHolder[] = ["a", "b", "a", "b"].map((name, looks) => ({
		holder: `herald-${name} x`,
		count: 32,
		until: 1_000 * looks,
	}));
	const give = async () => {};
	const leases = { take: async () => renewed.shift(), give };
	await expect(startIn(context)("herald-6", "g", "30-33", leases)).rejects.toThrow(
		/^Another machine, herald-a, divides this bot into 32 shards, and this one into 64/,
	);
	expect(renewed).toHaveLength(1);
});

test("a machine that can't reach the database ends before its lease does", async (context) => {
	let isCutOff = false;
	const take: ShardLeases["take"] = async () => {
		if (isCutOff) throw new Error("the database is away");
		return undefined;
	};
	const { lost } = await startIn(context)("herald-7", "h", "40", { take, give: async () => {} });
	isCutOff = true;
	const clock = performance.now.bind(performance);
	context.onTestFinished(() => void vi.restoreAllMocks());
	vi.spyOn(performance, "now").mockImplementation(() => clock() + 36_000);
	expect(await lost).toMatch(/^This machine couldn't renew its shards/);
});

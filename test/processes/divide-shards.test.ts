import { createLogger } from "@herald/common/log.ts";
import { expect, test } from "vitest";
import { divideShards, planProcesses } from "../../src/bot/supervise-bot.ts";
import { readConfig } from "../../src/config.ts";
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
	const apiUrl = `http://127.0.0.1:${port}/api`;
	const plan = await planProcesses(
		readConfig({ DISCORD_TOKEN: "token", DISCORD_API_URL: apiUrl }).discord,
		3,
		createLogger("test", "silent"),
		new AbortController().signal,
	);
	expect(plan.map(({ ids }) => ids)).toEqual([
		[0, 1],
		[2, 3, 4],
	]);
});

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createLogger } from "@herald/common/log.ts";
import { expect, onTestFinished, test } from "vitest";
import { divideShards, planProcesses } from "../../src/bot/supervise-bot.ts";
import { readConfig } from "../../src/config.ts";

const range = (count: number) => Array.from({ length: count }, (_, id) => id);

test.each([
	[4, 2, [2, 2]],
	[5, 2, [1, 2, 2]],
	[10, 4, [3, 3, 4]],
	[3, 100, [3]],
])("%i shards, at most %i to a process, are divided evenly", (count, perProcess, sizes) => {
	const parts = divideShards({ ids: range(count), count }, perProcess);
	expect(parts.map(({ ids }) => ids.length)).toEqual(sizes);
	expect(parts.flatMap(({ ids }) => ids)).toEqual(range(count));
	expect(new Set(parts.map((part) => part.count))).toEqual(new Set([count]));
});

test("a list of some of the shards is divided without the others", () => {
	expect(divideShards({ ids: [4, 5, 9], count: 10 }, 2)).toEqual([
		{ ids: [4], count: 10 },
		{ ids: [5, 9], count: 10 },
	]);
});

test("without a number of shards, processes are planned for as many as Discord recommends", async () => {
	const discord = createServer((_request, response) =>
		response
			.writeHead(200, { "content-type": "application/json" })
			.end(JSON.stringify({ url: "wss://gateway.invalid", shards: 5 })),
	);
	discord.listen(0, "127.0.0.1");
	await once(discord, "listening");
	onTestFinished(() => void discord.close());
	const apiUrl = `http://127.0.0.1:${(discord.address() as AddressInfo).port}/api`;
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

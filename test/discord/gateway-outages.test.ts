import { createLogger } from "@herald/common/log.ts";
import { Client, Events } from "discord.js";
import { expect, test } from "vitest";
import { logOutages } from "../../src/discord/gateway-outages.ts";

test("an outage of ten minutes is logged once a minute, however often Herald tries", () => {
	const client = new Client({ intents: [] });
	const lines: string[] = [];
	let now = 0;
	logOutages(client, createLogger("test", "info", { write: (line) => void lines.push(line) }), () => now);
	for (; now < 600_000; now += 500) client.emit(Events.ShardReconnecting, 0);
	client.emit(Events.ShardResume, 0, 0);
	expect(lines.length).toBeLessThanOrEqual(11);
	expect(lines.at(-1)).toMatch(/"seconds":600,"tries":1200,"msg":"gateway connection resumed"/);
});

test("the gateway is logged as back once every lost shard is back", () => {
	const client = new Client({ intents: [] });
	const lines: string[] = [];
	logOutages(client, createLogger("test", "info", { write: (line) => void lines.push(line) }));
	for (const shard of [0, 1]) client.emit(Events.ShardReconnecting, shard);
	client.emit(Events.ShardResume, 1, 0);
	expect(lines).toHaveLength(1);
	client.emit(Events.ShardReady, 0, undefined);
	expect(lines.at(-1)).toContain("gateway connection made anew");
});

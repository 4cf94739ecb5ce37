import { type Playground, startPlayground } from "@herald/playground";
import { type Client, Events } from "discord.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient, destroyClient } from "../../src/discord/client.ts";
import { logIn } from "../../src/discord/log-in.ts";
import { MessageAccess } from "../../src/discord/message-access.ts";
import { isConnected } from "../../src/discord/watch-connection.ts";
import { createLogger } from "../../src/log.ts";
import { eventually } from "../support/eventually.ts";

const guildCount = 1_001;
const total = 5;
const logger = createLogger("test", "silent");
const access = new MessageAccess("auto");
let playground: Playground;
let client: Client<true>;

const start = (shards: "auto" | number, made: Client): Promise<Client<true>> => {
	const { apiUrl, token } = playground;
	const signal = new AbortController().signal;
	return logIn(made, token, { access, shards }, { apiUrl, logger, signal });
};

beforeAll(async () => {
	playground = await startPlayground({
		guilds: Array.from({ length: guildCount }, (_, n) => ({
			name: `Guild ${n}`,
			members: [{ username: "ada" }],
		})),
		sessionStartLimit: { total, maxConcurrency: 2 },
	});
	client = await start("auto", createClient(playground.apiUrl, logger, { access }));
});
afterAll(async () => {
	await destroyClient(client);
	await playground.stop();
});

test("Herald logs in with as many shards as Discord recommends, and knows every guild", () => {
	expect(client.ws.shards.size).toBe(2);
	expect(client.guilds.cache.size).toBe(guildCount);
	expect(isConnected(client)).toBe(true);
});

test("Herald is connected when every shard is", async () => {
	playground.gateway.isDown = true;
	playground.gateway.drop(1);
	await eventually(() => expect(isConnected(client)).toBe(false));
	playground.gateway.drop(0);
	playground.gateway.isDown = false;
	await eventually(() => expect(isConnected(client)).toBe(true));
});

test("where Discord refuses an intent of all shards, all of them log in anew without it", async () => {
	const { identified } = playground.gateway.counts;
	const ended: number[] = [];
	client.on(Events.ShardDisconnect, (_, shard) => ended.push(shard));
	playground.grantMessageContent("refused");
	await eventually(() => expect(playground.gateway.counts.identified).toBe(identified + 2));
	await eventually(() => expect(isConnected(client)).toBe(true));
	expect(access.mode).toBe("mentions");
	expect(ended).toEqual([]);
});

test("where fewer logins are left than shards need, a sentence says so, and nobody logs in", async () => {
	const { identified } = playground.gateway.counts;
	const other = createClient(playground.apiUrl, logger);
	await expect(start(2, other)).rejects.toThrow(/logs in 2 times.*allows this bot 1 more logins/);
	expect(playground.gateway.counts.identified).toBe(identified);
	await destroyClient(other);
});

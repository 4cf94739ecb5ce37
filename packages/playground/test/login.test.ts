import { type Client, Events } from "discord.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Playground } from "../src/index.ts";
import { RawSocket } from "./raw-socket.ts";
import { endBoth, handle, logIn, nextEvent, startTestPlayground } from "./support.ts";

let playground: Playground;
let client: Client<true> | undefined;

beforeEach(async () => {
	playground = await startTestPlayground();
});
afterEach(async () => {
	await endBoth(client, playground);
	client = undefined;
});

test("discord.js logs in and knows the guild, itself and the channels", async () => {
	client = await logIn(playground);
	const { guild, owner, bot } = playground.home;
	const known = client.guilds.cache.get(guild.id);
	expect([known?.name, known?.ownerId]).toEqual(["The Playground", owner.user.id]);
	expect([client.user.id, ...(known?.members.cache.keys() ?? [])]).toEqual([bot.user.id, bot.user.id]);
	const names = known?.channels.cache.map((channel) => channel.name).sort();
	expect(names).toEqual("Away Lounge Stage Studio general".split(" "));
	expect((await client.application.fetch()).owner?.id).toBe(owner.user.id);
});

test("the gateway refuses a wrong token", async () => {
	const socket = new RawSocket(playground.gatewayUrl);
	await socket.op(10);
	socket.send('{"op":2,"d":{"token":"wrong","intents":1,"properties":{}}}');
	expect(await socket.closed).toBe(4004);
});

test.each(["forgetSessions", "invalidate"] as const)("after %s, the client logs in again", async (loses) => {
	client = await logIn(playground);
	handle(client, async (interaction) => interaction.isChatInputCommand() && interaction.reply("here"));
	const ready = nextEvent(client, Events.ShardReady);
	playground.gateway[loses]();
	await ready;
	expect(playground.gateway.counts.identified).toBe(2);
	const trace = playground.command(playground.home.owner, "say", { text: "hello" });
	expect((await trace.firstAnswer()).content).toBe("here");
});

test("a client that sends no heartbeats, or more than 120 payloads a minute, is disconnected", async () => {
	const hurried = await startTestPlayground({ heartbeatMs: 20 });
	expect(await new RawSocket(hurried.gatewayUrl).closed).toBe(4009);
	await hurried.stop();
	const socket = new RawSocket(playground.gatewayUrl);
	await socket.op(10);
	for (let beat = 0; beat < 121; beat += 1) socket.send('{"op":1,"d":null}');
	expect(await socket.closed).toBe(4008);
	expect(socket.texts.filter((text) => text.includes('"op":11'))).toHaveLength(120);
});

test("a library that writes Bot before the token can log in, and gets no private channels", async () => {
	const socket = new RawSocket(`${playground.gatewayUrl}/?v=10&encoding=json`);
	await socket.op(10);
	const token = `Bot ${playground.token}`;
	socket.send({ op: 2, d: { token, intents: 1, properties: {} } });
	expect(await socket.event("READY")).toMatchObject({ private_channels: [] });
	socket.close();
});

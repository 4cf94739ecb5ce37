import { type Client, Events } from "discord.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { Playground } from "../src/index.ts";
import { handle, logIn, nextEvent, startTestPlayground } from "./support.ts";

let playground: Playground;
let client: Client<true> | undefined;

beforeEach(async () => {
	playground = await startTestPlayground();
});
afterEach(async () => {
	await client?.destroy();
	client = undefined;
	await playground.stop();
});

test("discord.js logs in and knows the guild, itself and the channels", async () => {
	client = await logIn(playground);
	const guild = client.guilds.cache.get(playground.home.guild.id);
	expect(guild?.name).toBe("The Playground");
	expect(guild?.ownerId).toBe(playground.home.owner.user.id);
	expect(guild?.members.cache.map(({ user }) => user.id)).toEqual([client.user.id]);
	expect(guild?.channels.cache.map((channel) => channel.name).sort()).toEqual([
		"Away",
		"Lounge",
		"Stage",
		"Studio",
		"general",
	]);
	expect(client.user.id).toBe(playground.home.bot.user.id);
	expect((await client.application.fetch()).owner?.id).toBe(playground.home.owner.user.id);
});

test("a wrong token is refused by REST and by the gateway", async () => {
	const response = await fetch(`${playground.apiUrl}/v10/users/@me`, {
		headers: { authorization: "Bot wrong" },
	});
	expect(response.status).toBe(401);
	expect(await response.json()).toEqual({ message: "401: Unauthorized", code: 0 });

	const socket = new WebSocket(`${playground.url.replace("http", "ws")}/gateway/?v=10&encoding=json`);
	const closed = new Promise<number>((resolve) => socket.on("close", resolve));
	socket.on("open", () =>
		socket.send(JSON.stringify({ op: 2, d: { token: "wrong", intents: 1, properties: {} } })),
	);
	expect(await closed).toBe(4004);
});

test("after a dropped connection, the client resumes and misses nothing", async () => {
	client = await logIn(playground);
	handle(client, async (interaction) => interaction.isChatInputCommand() && interaction.reply("here"));
	const reconnecting = nextEvent(client, Events.ShardReconnecting);
	playground.gateway.drop();
	await reconnecting;
	const trace = playground.command(playground.home.owner, "say", { text: "while away" });
	expect((await trace.firstAnswer()).content).toBe("here");
	expect(playground.gateway.counts).toMatchObject({ identified: 1, resumed: 1 });
});

test("a client whose session was forgotten logs in again", async () => {
	client = await logIn(playground);
	handle(client, async (interaction) => interaction.isChatInputCommand() && interaction.reply("here"));
	const ready = nextEvent(client, Events.ShardReady);
	playground.gateway.forgetSessions();
	await ready;
	expect(playground.gateway.counts.identified).toBe(2);
	const trace = playground.command(playground.home.owner, "say", { text: "hello" });
	expect((await trace.firstAnswer()).content).toBe("here");
});

test("a client told that its session is invalid logs in again", async () => {
	client = await logIn(playground);
	const ready = nextEvent(client, Events.ShardReady);
	playground.gateway.invalidate();
	await ready;
	expect(playground.gateway.counts.identified).toBe(2);
});

test("a client that sends no heartbeats is disconnected", async () => {
	const hurried = await startTestPlayground({ heartbeatMs: 20 });
	const socket = new WebSocket(`${hurried.url.replace("http", "ws")}/gateway`);
	const code = await new Promise<number>((resolve) => socket.on("close", resolve));
	expect(code).toBe(4009);
	await hurried.stop();
});

test("a client that sends more than 120 payloads a minute is disconnected", async () => {
	const socket = new WebSocket(`${playground.url.replace("http", "ws")}/gateway`);
	const closed = new Promise<number>((resolve) => socket.on("close", resolve));
	let answers = 0;
	socket.on("message", (raw) => {
		if (JSON.parse(String(raw)).op === 11) answers += 1;
	});
	await new Promise((resolve) => socket.on("open", resolve));
	for (let beat = 0; beat < 121; beat += 1) socket.send(JSON.stringify({ op: 1, d: null }));
	expect(await closed).toBe(4008);
	expect(answers).toBe(120);
});

test("a library that writes Bot before the token can log in, and gets no private channels", async () => {
	const socket = new WebSocket(`${playground.gatewayUrl}/?v=10&encoding=json`);
	const ready = new Promise<unknown>((resolve) =>
		socket.on("message", (text) => {
			const { t: name, d: data } = JSON.parse(String(text));
			if (name === "READY") resolve(data);
		}),
	);
	socket.on("open", () =>
		socket.send(
			JSON.stringify({ op: 2, d: { token: `Bot ${playground.token}`, intents: 1, properties: {} } }),
		),
	);
	expect(await ready).toMatchObject({ private_channels: [] });
	socket.close();
});

import { Events, GatewayIntentBits, Routes } from "discord.js";
import { describe, expect, test } from "vitest";
import { RawSocket } from "./raw-socket.ts";
import { handle, startTestPlayground } from "./support.ts";
import { client, enter, eventAfter, playground, told, useDiscord } from "./use-playground.ts";

const { Guilds, GuildMessages, MessageContent } = GatewayIntentBits;

useDiscord();

test("discord.js logs in and knows the guild, itself and the channels", async () => {
	await enter();
	const { guild, owner, bot } = playground.home;
	const known = client.guilds.cache.get(guild.id);
	expect([known?.name, known?.ownerId]).toEqual(["The Playground", owner.user.id]);
	expect([client.user.id, ...(known?.members.cache.keys() ?? [])]).toEqual([bot.user.id, bot.user.id]);
	const names = known?.channels.cache.map((channel) => channel.name).sort();
	expect(names).toEqual("Away Lounge Stage Studio general".split(" "));
	expect((await client.application.fetch()).owner?.id).toBe(owner.user.id);
});

test("the gateway refuses a wrong token, but not one after Bot, as a library writes it, and sends no private channels", async () => {
	expect(await (await RawSocket.logIn(playground, { token: "wrong" })).closed).toBe(4004);
	const socket = await RawSocket.logIn(playground, { token: `Bot ${playground.token}` });
	expect(await socket.event("READY")).toMatchObject({ private_channels: [] });
	socket.close();
});

test.each(["forgetSessions", "invalidate"] as const)("after %s, the client logs in again", async (loses) => {
	await enter();
	handle(client, async (interaction) => interaction.isChatInputCommand() && interaction.reply("here"));
	await eventAfter(Events.ShardReady, () => playground.gateway[loses]());
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

test("without the Message Content intent, a client receives the content of messages that mention it, but not of others", async () => {
	const { ordinary, bot } = playground.home;
	await enter([], [Guilds, GuildMessages]);
	const file = { filename: "a.txt", contentType: "text/plain", bytes: Buffer.from("a") };
	const plain = await told(playground.post(ordinary, "secret", {}, [file]));
	expect([plain.content, plain.attachments.size]).toEqual(["", 0]);
	const poll = await told(playground.postPoll(ordinary, { question: "Tea?", answers: ["yes", "no"] }));
	expect(poll.poll).toBeNull();
	const mention = `<@${bot.user.id}> hello`;
	expect((await told(playground.post(ordinary, mention))).content).toBe(mention);
});

describe("with the Message Content intent, a client", () => {
	test("receives others' messages and edits, but nothing from channels that it may not view", async () => {
		const { bot, ordinary, voice } = playground.home;
		await enter([], [Guilds, GuildMessages, MessageContent]);
		const message = await told(playground.post(ordinary, "hello"));
		expect(message.content).toBe("hello");
		const edit = () => playground.editMessage(ordinary, message, "bye");
		expect((await eventAfter(Events.MessageUpdate, edit))[1].content).toBe("bye");
		playground.setPermissions(bot, { deny: ["ViewChannel"] });
		const seen: string[] = [];
		client.on(Events.MessageCreate, ({ content }) => seen.push(content));
		playground.post(ordinary, "hidden");
		await told(playground.post(ordinary, "here", { channel: voice }));
		expect(seen).toEqual(["here"]);
	});

	test("is closed with 4014 when the intent is withdrawn, and can't return with it", async () => {
		await enter([], [Guilds, GuildMessages, MessageContent]);
		const withdraw = () => playground.gateway.grantMessageContent("refused");
		expect((await eventAfter(Events.ShardDisconnect, withdraw))[0].code).toBe(4014);
		const again = await RawSocket.logIn(playground, { intents: Guilds | MessageContent });
		expect(await again.closed).toBe(4014);
	});
});

test("the application's flags show the intent, and REST shows content only with it", async () => {
	const { ordinary, text } = playground.home;
	const { rest } = await enter([], [Guilds]);
	const { id } = playground.post(ordinary, "secret");
	/** Resolves to the application's flags for the intent, and to the content of the message. */
	const read = async () => {
		const { flags } = (await rest.get("/applications/@me")) as { readonly flags: number };
		const message = (await rest.get(Routes.channelMessage(text.id, id))) as { readonly content: string };
		return [flags & ((1 << 18) | (1 << 19)), message.content];
	};
	expect(await read()).toEqual([1 << 19, "secret"]);
	playground.gateway.grantMessageContent("granted");
	expect(await read()).toEqual([1 << 18, "secret"]);
	playground.gateway.grantMessageContent("refused");
	expect(await read()).toEqual([0, ""]);
});

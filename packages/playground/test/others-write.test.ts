import { eventually } from "@herald/common/testing/eventually.ts";
import {
	ChannelType,
	Events,
	GatewayIntentBits,
	GatewayOpcodes,
	MessageFlags,
	MessageType,
	Routes,
} from "discord.js";
import { describe, expect, test } from "vitest";
import type { Channel } from "../src/index.ts";
import { codeOf, eventOf, nextEvent } from "./support.ts";
import {
	allow,
	client,
	clock,
	eventAfter,
	guild,
	playground,
	text,
	usePlayground,
} from "./use-playground.ts";

const { Guilds, GuildMessages, GuildModeration, GuildWebhooks, MessageContent } = GatewayIntentBits;
usePlayground({}, [], [Guilds, GuildMessages, GuildModeration, GuildWebhooks, MessageContent]);

const told = async ({ id }: { readonly id: string }) =>
	(await eventOf(client, Events.MessageCreate, (each) => each.id === id))[0];
test("a message arrives as written by another bot, by a webhook under another name, and by members in all kinds of channel", async () => {
	const { guild, ordinary, voice, stage } = playground.home;
	const bot = playground.world.addMember(guild, { username: "clock", bot: true });
	const author = { id: bot.user.id, bot: true };
	expect(await told(playground.post(bot, "It is noon."))).toMatchObject({ author, content: "It is noon." });
	const webhook = playground.createWebhook("News");
	expect(await told(playground.postByWebhook(webhook, "Something happened.", "The Paper"))).toMatchObject({
		webhookId: webhook.id,
		content: "Something happened.",
		author: { id: webhook.id, username: "The Paper", bot: true },
		member: null,
	});
	const news = playground.createChannel({ name: "news", type: ChannelType.GuildAnnouncement });
	for (const channel of [voice, stage, news]) {
		const message = await told(playground.post(ordinary, "hello", { channel }));
		expect(message).toMatchObject({ channelId: channel.id, content: "hello" });
	}
});

test("a link's preview arrives as a change that isn't an edit", async () => {
	const message = playground.post(playground.home.ordinary, "see https://example.com/");
	await told(message);
	const show = () => playground.showPreview(message, "An example");
	const [, now] = await eventAfter(Events.MessageUpdate, show);
	expect([now.content, now.editedTimestamp]).toEqual(["see https://example.com/", null]);
	expect(now.embeds.map(({ title }) => title)).toEqual(["An example"]);
});

describe("a ban", () => {
	test("is reported, removes the member from voice, and deletes their recent messages", async () => {
		const { ordinary, owner, guild, voice } = playground.home;
		playground.post(ordinary, "long ago");
		clock.advance(3_600_000);
		await told(playground.post(ordinary, "just now"));
		playground.voice.join(ordinary, voice);
		const banned = nextEvent(client, Events.GuildBanAdd);
		const gone = nextEvent(client, Events.MessageBulkDelete);
		playground.ban(ordinary, 600);
		expect((await banned)[0].user.id).toBe(ordinary.user.id);
		await gone;
		expect(playground.messagesFor(owner).map(({ content }) => content)).toEqual(["long ago"]);
		expect(guild.voiceStates.has(ordinary.user.id)).toBe(false);
		expect(() => playground.world.addMember(guild, { username: "ben" })).toThrow("ben is banned");
		playground.unban(guild, ordinary.user);
		expect(playground.world.addMember(guild, { username: "ben" }).user.id).toBe(ordinary.user.id);
	});

	test("by the application needs a permission, and can be looked up and lifted", async () => {
		const { id } = playground.home.ordinary.user;
		expect(await codeOf(guild.bans.create(id))).toBe(50_013);
		allow("BanMembers");
		expect(await codeOf(guild.bans.create(guild.ownerId))).toBe(50_013);
		await guild.bans.create(id);
		expect([...(await guild.bans.fetch()).keys()]).toEqual([id]);
		await guild.bans.remove(id);
		expect(await codeOf(guild.bans.fetch(id))).toBe(10_026);
	});
});

test("the application creates a webhook, writes through it, also in a thread, and deletes it", async () => {
	expect(await codeOf(text.createWebhook({ name: "News" }))).toBe(50_013);
	allow("ManageWebhooks");
	const webhook = await text.createWebhook({ name: "News" });
	expect((await text.fetchWebhooks()).map(({ name }) => name)).toEqual(["News"]);
	expect(await webhook.send("hello")).toMatchObject({ content: "hello", webhookId: webhook.id });
	const thread = await text.threads.create({ name: "More" });
	const there = await webhook.send({ content: "there", threadId: thread.id });
	expect(there.channelId).toBe(thread.id);
	expect(await codeOf(webhook.send({ content: "x", threadId: playground.home.voice.id }))).toBe(10_003);
	const wrong = Routes.webhook(webhook.id, "wrong-token");
	expect(await codeOf(client.rest.post(wrong, { body: { content: "x" }, auth: false }))).toBe(50_027);
	await webhook.delete();
	expect((await text.fetchWebhooks()).size).toBe(0);
});

describe("ten chatting members", () => {
	const chatIn = ({ id }: Channel) => {
		const messages = playground.messagesFor(playground.home.owner).map(({ raw }) => raw);
		return messages.filter((message) => message.channel_id === id);
	};
	const pass = (seconds: number) => {
		for (let step = 0; step < seconds * 10; step += 1) clock.advance(100);
	};

	test("write for a minute in several channels at once, with links, replies and silent messages", () => {
		const { text, voice, guild } = playground.home;
		for (const channel of [text, voice]) playground.chats.toggle(channel);
		const places = [...guild.voiceStates.values()].map(({ channelId }) => channelId);
		expect(places).toEqual(Array(10).fill(voice.id));
		pass(60);
		for (const channel of [text, voice]) {
			const messages = chatIn(channel);
			const names = new Set(messages.map(({ author }) => author.global_name));
			expect([messages.length > 40, names.size, names.has("xX_Sam_Xx")]).toEqual([true, 10, true]);
			expect(messages.some(({ type }) => type === MessageType.Reply)).toBe(true);
			expect(messages.some(({ embeds }) => embeds.length > 0)).toBe(true);
			expect(messages.some(({ flags }) => Number(flags) & MessageFlags.SuppressNotifications)).toBe(true);
			expect(messages.some(({ content }) => content.includes("@silent"))).toBe(false);
		}
		expect(guild.voiceStates.size).toBe(0);
		const before = chatIn(text).length;
		pass(10);
		expect(chatIn(text)).toHaveLength(before);
	});

	test("join the application in voice once it is there, stop on request, and can't be started where they may not write", async () => {
		const { text, voice, guild } = playground.home;
		playground.chats.toggle(text);
		pass(5);
		expect(guild.voiceStates.size).toBe(0);
		client.guilds.cache.get(guild.id)?.shard.send({
			op: GatewayOpcodes.VoiceStateUpdate,
			d: { guild_id: guild.id, channel_id: voice.id, self_mute: false, self_deaf: false },
		});
		await eventually(() => expect(guild.voiceStates.size).toBe(1));
		pass(5);
		expect(guild.voiceStates.size).toBe(11);
		playground.chats.toggle(text);
		expect(guild.voiceStates.size).toBe(1);
		const { length } = chatIn(text);
		pass(5);
		expect(chatIn(text)).toHaveLength(length);
		playground.setPermissions("everyone", { deny: ["SendMessages"] });
		expect(() => playground.chats.toggle(text)).toThrow("may not write here");
	});
});

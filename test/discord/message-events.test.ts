import { createLogger } from "@herald/common/log.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import { type Playground, startPlayground } from "@herald/playground";
import { type Client, GatewayIntentBits } from "discord.js";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createClient, destroyClient, logIn } from "../../src/discord/client.ts";
import { MessageAccess, MessageEvents } from "../../src/discord/message-events.ts";

const logger = createLogger("test", "silent");

let playground: Playground;
let client: Client<true>;
/** All reported events, oldest first. */
let told: unknown[][];
let followed: string | undefined;

beforeAll(async () => {
	playground = await startPlayground({ logger });
});
afterAll(() => playground.stop());
beforeEach(async () => {
	told = [];
	followed = undefined;
	const { apiUrl, token } = playground;
	const access = new MessageAccess("auto");
	const messageEvents = new MessageEvents();
	const unready = createClient(apiUrl, logger, { access, messageEvents });
	client = await logIn(unready, token, { access }, { apiUrl, logger, signal: new AbortController().signal });
	messageEvents.follow(client, {
		isFollowed: (_, channelId) => followed === undefined || followed === channelId,
		onMessage: ({ content }) => told.push(["message", content]),
		onEdit: ({ content, editedTimestamp }) => told.push(["edit", content, editedTimestamp !== null]),
		onDelete: (_, channelId, ids) => told.push(["delete", channelId, ...ids]),
		onBan: (_, userId) => told.push(["banned", userId]),
		onTimeout: (_, userId) => told.push(["timed out", userId]),
		onVoiceMove: ({ id, channelId }, from) => told.push(["move", id, from, channelId]),
	});
});
afterEach(() => destroyClient(client));

const tells = (...events: unknown[][]) => eventually(() => expect(told).toEqual(events));

test("members' messages are reported, and their edits and deletions", async () => {
	const { ordinary, text } = playground.home;
	const message = playground.post(ordinary, "hello");
	playground.editMessage(ordinary, message, "bye");
	playground.messages.delete(message.id);
	await tells(["message", "hello"], ["edit", "bye", true], ["delete", text.id, message.id]);
	expect(client.channels.cache.get(text.id)).toMatchObject({ messages: { cache: { size: 0 } } });
});

test("Herald's own messages aren't reported, and nothing is kept of messages in channels that nobody follows", async () => {
	const { owner, voice } = playground.home;
	followed = voice.id;
	const channel = client.channels.cache.get(voice.id);
	if (channel?.isSendable()) await channel.send("own");
	playground.post(owner, "elsewhere");
	expect(client.users.cache.has(owner.user.id)).toBe(false);
	playground.post(owner, "here", { channel: voice });
	await tells(["message", "here"]);
	expect(client.users.cache.has(owner.user.id)).toBe(true);
});

test("messages deleted together are reported as deleted, and link previews as edits", async () => {
	const { ordinary, text } = playground.home;
	const messages = ["https://example.com/", "two"].map((words) => playground.post(ordinary, words));
	const [first] = messages;
	if (first) playground.showPreview(first, "An example");
	playground.deleteTogether(messages);
	await tells(
		["message", "https://example.com/"],
		["message", "two"],
		["edit", "https://example.com/", false],
		["delete", text.id, ...messages.map(({ id }) => id)],
	);
});

test("a ban is reported with the messages that it deletes", async () => {
	const { guild, text } = playground.home;
	const member = playground.world.addMember(guild, { username: "cleo" });
	const message = playground.post(member, "buy this");
	playground.ban(member, 60);
	await tells(["message", "buy this"], ["banned", member.user.id], ["delete", text.id, message.id]);
});

test("users are forgotten after a while, except Herald and members in voice", async () => {
	const { owner, ordinary, bot, guild, voice } = playground.home;
	playground.post(ordinary, "hello", { channel: voice });
	playground.voice.join(owner, voice);
	await tells(["message", "hello"], ["move", owner.user.id, null, voice.id]);
	const { users, guildMembers } = client.options.sweepers ?? {};
	if (!users || !guildMembers || "lifetime" in users || "lifetime" in guildMembers)
		throw new Error("Nobody is ever forgotten.");
	client.sweepers.sweepUsers(users.filter() ?? (() => false));
	client.sweepers.sweepGuildMembers(guildMembers.filter() ?? (() => false));
	const left = [owner.user.id, bot.user.id].sort();
	expect([...client.users.cache.keys()].sort()).toEqual(left);
	expect([...(client.guilds.cache.get(guild.id)?.members.cache.keys() ?? [])].sort()).toEqual(left);
	playground.voice.leave(owner);
});

test("entering a voice channel is reported as a move, and being muted there isn't", async () => {
	const { ordinary, voice, secondVoice } = playground.home;
	playground.voice.join(ordinary, voice);
	playground.voice.setSelfMute(ordinary, true);
	playground.voice.move(ordinary, secondVoice);
	const { id } = ordinary.user;
	await tells(["move", id, null, voice.id], ["move", id, voice.id, secondVoice.id]);
	playground.voice.leave(ordinary);
});

test("a timeout is reported", async () => {
	const { ordinary, secondVoice } = playground.home;
	const { id } = ordinary.user;
	playground.voice.join(ordinary, secondVoice);
	const until = Date.now() + 60_000;
	playground.voice.timeout(ordinary, until);
	await tells(["move", id, null, secondVoice.id], ["timed out", id], ["move", id, secondVoice.id, null]);
	playground.voice.timeout(ordinary, 0);
});

test("only intents that the operator's setting allows are requested", () => {
	const asks = (setting: "auto" | "mentions" | "off", flags: number) => {
		const access = new MessageAccess(setting);
		access.learn(flags);
		return [GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent].map(
			(intent) => (access.intents & intent) !== 0,
		);
	};
	expect(asks("auto", 1 << 18)).toEqual([true, true]);
	expect(asks("auto", 1 << 19)).toEqual([true, true]);
	expect(asks("auto", 0)).toEqual([true, false]);
	expect(asks("mentions", 1 << 18)).toEqual([true, false]);
	expect(asks("off", 1 << 18)).toEqual([false, false]);
});

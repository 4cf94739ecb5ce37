import { createLogger } from "@herald/common/log.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import { startPlayground } from "@herald/playground";
import { GatewayIntentBits } from "discord.js";
import { afterAll, expect, test } from "vitest";
import { createClient, destroyClient, logIn } from "../../src/discord/client.ts";
import { MessageAccess, MessageEvents } from "../../src/discord/message-events.ts";

const logger = createLogger("test", "silent");
const playground = await startPlayground({ logger });
const { apiUrl, token } = playground;
const { owner, ordinary, bot, guild, voice } = playground.home;
const access = new MessageAccess("auto");
const messageEvents = new MessageEvents();
const unready = createClient(apiUrl, logger, { access, messageEvents });
const client = await logIn(
	unready,
	token,
	{ access },
	{ apiUrl, logger, signal: new AbortController().signal },
);
const told: string[] = [];
const ignore = () => {};
messageEvents.follow(client, {
	isFollowed: (_, channelId) => channelId === voice.id,
	onMessage: ({ content }) => told.push(content),
	...{ onEdit: ignore, onDelete: ignore, onBan: ignore, onTimeout: ignore, onVoiceMove: ignore },
});
afterAll(async () => {
	await destroyClient(client);
	await playground.stop();
});

test("Herald's own messages aren't reported, and nothing is kept of messages in channels that nobody follows", async () => {
	const channel = client.channels.cache.get(voice.id);
	if (channel?.isSendable()) await channel.send("own");
	playground.post(owner, "elsewhere");
	expect(client.users.cache.has(owner.user.id)).toBe(false);
	const message = playground.post(owner, "here", { channel: voice });
	await eventually(() => expect(told).toEqual(["here"]));
	expect(client.users.cache.has(owner.user.id)).toBe(true);
	expect(client.channels.cache.get(message.raw.channel_id)).toMatchObject({
		messages: { cache: { size: 0 } },
	});
});

test("users are forgotten after a while, except Herald and members in voice", async () => {
	playground.post(ordinary, "hello", { channel: voice });
	playground.voice.join(owner, voice);
	await eventually(() => expect(told).toContain("hello"));
	await eventually(() =>
		expect(client.guilds.cache.get(guild.id)?.voiceStates.cache.has(owner.user.id)).toBe(true),
	);
	const { users, guildMembers } = client.options.sweepers ?? {};
	if (!users || !guildMembers || "lifetime" in users || "lifetime" in guildMembers)
		throw new Error("Nobody is ever forgotten.");
	client.sweepers.sweepUsers(users.filter() ?? (() => false));
	client.sweepers.sweepGuildMembers(guildMembers.filter() ?? (() => false));
	const left = [owner.user.id, bot.user.id].sort();
	expect([...client.users.cache.keys()].sort()).toEqual(left);
	expect([...(client.guilds.cache.get(guild.id)?.members.cache.keys() ?? [])].sort()).toEqual(left);
});

test.each([
	["auto", 1 << 18, true, true],
	["auto", 1 << 19, true, true],
	["auto", 0, true, false],
	["mentions", 1 << 18, true, false],
	["off", 1 << 18, false, false],
] as const)(
	"with READ_MESSAGES=%s and the application's flags %i, messages are requested: %s, and their content: %s",
	(setting, flags, messages, content) => {
		const asked = new MessageAccess(setting);
		asked.learn(flags);
		expect((asked.intents & GatewayIntentBits.GuildMessages) !== 0).toBe(messages);
		expect((asked.intents & GatewayIntentBits.MessageContent) !== 0).toBe(content);
	},
);

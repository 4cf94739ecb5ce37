import { createLogger } from "@herald/common/log.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import { startPlayground } from "@herald/playground";
import type { Guild } from "discord.js";
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
	onBan: (_, userId) => told.push(`banned ${userId}`),
	onTimeout: (_, userId) => told.push(`timed out ${userId}`),
	...{ onEdit: ignore, onDelete: ignore, onVoiceMove: ignore },
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
	await eventually(() => expect(told).toContain("here"));
	for (const text of ["own", "elsewhere"]) expect(told).not.toContain(text);
	expect(client.users.cache.has(owner.user.id)).toBe(true);
	expect(client.channels.cache.get(message.raw.channel_id)).toMatchObject({
		messages: { cache: { size: 0 } },
	});
});

test("bans and timeouts are reported", async () => {
	const cleo = playground.world.addMember(guild, { username: "cleo" });
	playground.ban(cleo);
	playground.voice.join(ordinary, voice);
	playground.voice.timeout(ordinary, Date.now() + 60_000);
	for (const event of [`banned ${cleo.user.id}`, `timed out ${ordinary.user.id}`])
		await eventually(() => expect(told).toContain(event));
	playground.voice.timeout(ordinary, 0);
});

test("users are forgotten after a while, except Herald and members in voice", async () => {
	playground.post(ordinary, "hello", { channel: voice });
	playground.voice.join(owner, voice);
	playground.voice.join(ordinary, voice);
	playground.voice.leave(ordinary);
	await eventually(() => expect(told).toContain("hello"));
	const { voiceStates, members } = client.guilds.resolve(guild.id) as Guild;
	await eventually(() => expect(voiceStates.cache.get(ordinary.user.id)?.channelId).toBeNull());
	const filterOf = (kind: "users" | "guildMembers" | "voiceStates") => {
		const sweep = client.options.sweepers?.[kind];
		if (!sweep || "lifetime" in sweep) throw new Error(`The ${kind} are never forgotten.`);
		return sweep.filter() as () => boolean;
	};
	client.sweepers.sweepVoiceStates(filterOf("voiceStates"));
	client.sweepers.sweepUsers(filterOf("users"));
	client.sweepers.sweepGuildMembers(filterOf("guildMembers"));
	expect([...voiceStates.cache.keys()]).toEqual([owner.user.id]);
	const left = [owner.user.id, bot.user.id].sort();
	for (const { cache } of [client.users, members]) expect([...cache.keys()].sort()).toEqual(left);
});

import { readFileSync } from "node:fs";
import { createLogger } from "@herald/common/log.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import { startPlayground } from "@herald/playground";
import { againstContract } from "@herald/playground/contract";
import { ChannelType, Client, Events, GatewayIntentBits, PermissionFlagsBits } from "discord.js";
import { GatewayDispatchEvents, type GatewayDispatchPayload } from "discord-api-types/v10";
import { afterAll, expect, test } from "vitest";
import { createClient, destroyClient } from "../../src/discord/client.ts";
import { trimGuilds } from "../../src/discord/trim-guilds.ts";
import { listSources } from "../support/list-sources.ts";
import guild from "./trimmed-guild.json" with { type: "json" };

/** The permissions that Herald's sources name. */
const asked = new Set(
	listSources()
		.flatMap((file) => [...readFileSync(file, "utf8").matchAll(/PermissionFlagsBits\.(\w+)/g)])
		.map(([, name]) => name as keyof typeof PermissionFlagsBits),
);
const askedBits = [...asked].reduce((bits, name) => bits | PermissionFlagsBits[name], 0n);

const playground = await startPlayground({ logger: createLogger("playground", "silent") });
const { home, voice, world } = playground;

const logIn = async (client: Client): Promise<Client<true>> => {
	const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
	await client.login(playground.token);
	await ready;
	return client as Client<true>;
};

const staff = world.addRole(home.guild, { name: "Staff", permissions: ["Administrator"] }).id;
world.changeMember(home.bot, { roles: [...home.bot.roles, staff] });
playground.createChannel({ name: "Category", type: ChannelType.GuildCategory });
const inside = playground.createChannel({
	name: "Inside",
	category: "Category",
	topic: "What is said inside",
});
for (const channel of [home.secondVoice, inside])
	playground.setPermissions(home.ordinary, { deny: ["ViewChannel"] }, channel);
for (const member of [home.owner, home.ordinary]) voice.join(member, home.voice);
const { Guilds, GuildVoiceStates, GuildMessages } = GatewayIntentBits;
const intents = [Guilds, GuildVoiceStates, GuildMessages];
/** Herald's client, and one that keeps everything it receives. */
const trimmed = await logIn(createClient(playground.apiUrl, createLogger("test", "silent")));
const whole = await logIn(new Client({ intents, rest: { api: playground.apiUrl } }));
afterAll(async () => {
	await destroyClient(trimmed);
	await whole.destroy();
	await playground.stop();
});

/**
 * @returns what a client knows about the guild, as far as Herald reads it; undefined if the client doesn't know the
 * guild
 */
const see = (client: Client<true>) => {
	const guild = client.guilds.cache.get(home.guild.id);
	if (!guild) return undefined;
	const channels = guild.channels.cache.filter(({ type }) => type !== ChannelType.GuildCategory);
	return {
		guild: [guild.name, guild.available, guild.ownerId, guild.afkChannelId, guild.preferredLocale],
		roles: guild.roles.cache.map(({ id, name, permissions }) => [id, name, permissions.bitfield]),
		channels: channels.map((channel) => [
			channel.id,
			channel.name,
			channel.type,
			channel.isThread() ? channel.parentId : undefined,
			channel.isVoiceBased() ? channel.userLimit : undefined,
		]),
		members: guild.members.cache.map((member) => [
			member.id,
			member.displayName,
			member.user.username,
			[...member.roles.cache.keys()],
			member.communicationDisabledUntilTimestamp,
			member.permissions.bitfield,
			channels.map((channel) => channel.permissionsFor(member).bitfield & askedBits),
		]),
		voice: guild.voiceStates.cache.map(({ id, channelId, mute, deaf, suppress }) => [
			id,
			channelId,
			mute,
			deaf,
			suppress,
		]),
	};
};

const findCategory = ({ channels }: Client) =>
	channels.cache.find((channel) => channel.type === ChannelType.GuildCategory);

/** Does something that Discord reports, and compares what both clients know afterwards. */
const expectSameAfter = async (act: () => unknown): Promise<void> => {
	const before = see(whole);
	await act();
	await eventually(() => expect(see(whole)).not.toEqual(before));
	await eventually(() => expect(see(trimmed)).toEqual(see(whole)));
};

test("Herald knows a guild in full, except for categories and topics", () => {
	expect(see(trimmed)).toEqual(see(whole));
	expect(findCategory(whole)?.name).toBe("Category");
	expect(findCategory(trimmed)).toBe(undefined);
	expect(trimmed.channels.cache.get(inside.id)).not.toHaveProperty("topic");
});

test("permissions stay right, whatever changes them", async () => {
	const guild = await whole.guilds.fetch(home.guild.id);
	await expectSameAfter(() => world.addRole(home.guild, { name: "Another" }));
	const quiet = home.ordinary.roles.at(0) ?? "";
	await expectSameAfter(() => guild.roles.edit(quiet, { name: "Silent", permissions: ["MoveMembers"] }));
	await expectSameAfter(() => {
		world.changeMember(home.ordinary, { roles: [] });
		// Without the members intent, a change of a member's roles arrives with an event such as a voice state.
		voice.setSelfMute(home.ordinary, true);
	});
	await expectSameAfter(() =>
		playground.setPermissions(home.ordinary, { deny: ["Speak", "AddReactions"] }, home.voice),
	);
	await expectSameAfter(() => playground.setPermissions(home.ordinary, { allow: ["Speak"] }, home.voice));
	await expectSameAfter(() => guild.roles.everyone.setPermissions(["ViewChannel", "Connect"]));
	await expectSameAfter(() => playground.setPermissions(home.ordinary, { deny: ["ViewChannel"] }, home.text));
	// Herald never checks MentionEveryone, so this change makes no difference.
	await expectSameAfter(() =>
		playground.setPermissions(home.ordinary, { deny: ["MentionEveryone"] }, home.text),
	);
	await expectSameAfter(() => playground.createChannel({ name: "later", topic: "New here" }));
	await expectSameAfter(() => guild.channels.edit(home.text.id, { name: "renamed", topic: "Another" }));
	await expectSameAfter(() => world.changeMember(home.bot, { roles: [quiet] }));
	await expectSameAfter(() => world.changeMember(home.bot, { roles: [quiet, staff] }));
});

test("changes of members, voice and threads are known", async () => {
	await expectSameAfter(() => voice.join(home.ordinary, home.stage));
	await expectSameAfter(() => voice.setServerMute(home.owner, true));
	await expectSameAfter(() => world.changeChannel(home.voice, { userLimit: 7 }));
	await expectSameAfter(() =>
		world.addThread(home.text, { name: "A thought", type: ChannelType.PublicThread, owner: home.owner }),
	);
	await expectSameAfter(() => world.removeChannel(home.secondVoice));
	playground.createChannel({ name: "Another category", type: ChannelType.GuildCategory });
	await expectSameAfter(() => playground.createChannel({ name: "last" }));
	expect(findCategory(trimmed)).toBe(undefined);
});

/** Fields that Discord also sends, and that Herald doesn't read. */
const unread = { icon: "0".repeat(32), description: "A server", emojis: [], stickers: [] };

test("a guild's new name, new owner and time away are known", async () => {
	const { id, ownerId, roles } = home.guild;
	const tell = (more: object) =>
		playground.gateway.dispatch("GUILD_UPDATE", { id, owner_id: ownerId, ...unread, ...more }, id);
	await expectSameAfter(() => tell({ name: "Renamed", roles: [...roles.values()] }));
	await expectSameAfter(() => tell({ owner_id: home.ordinary.user.id }));
	await expectSameAfter(() => tell({ afk_channel_id: null, preferred_locale: "de" }));
	await expectSameAfter(() => world.setPresence(home.guild, "outage"));
	await expectSameAfter(() => world.setPresence(home.guild, "bot"));
});

test("a guild that can't be read is left out, and everything else goes on", async () => {
	const { gateway } = playground;
	const { guild } = home;
	const told = new Promise((resolve) => trimmed.once(Events.GuildUnavailable, resolve));
	const overwrite = { id: guild.id, type: 0, deny: "0" };
	const channels = [{ id: "3", type: ChannelType.GuildText, permission_overwrites: [overwrite] }];
	againstContract(() => gateway.dispatch("GUILD_CREATE", { id: guild.id, ...unread, channels }, guild.id));
	await told;
	await expectSameAfter(() => world.setPresence(guild, "outage"));
	await expectSameAfter(() => world.setPresence(guild, "bot"));
});

/** @returns what is kept of an event's data */
const trim = (t: GatewayDispatchEvents, d: unknown): unknown =>
	(trimGuilds({ op: 0, s: 1, t, d } as unknown as GatewayDispatchPayload) as { d: unknown }).d;

test("fields that Herald never reads are cut, and a hidden voice channel stays known", () => {
	// Of the permissions, the sent guild has MentionEveryone, Speak and CreateInstantInvite. Only Speak is kept.
	expect(trim(GatewayDispatchEvents.GuildCreate, guild.sent)).toEqual(guild.kept);
});

test("channels keep every permission that Herald asks about", () => {
	// Herald doesn't look these up in channels: only roles grant Administrator and ManageGuild, UseExternalApps is read
	// from interactions, and ReadMessageHistory is looked up for servers.
	const ofRoles =
		PermissionFlagsBits.Administrator |
		PermissionFlagsBits.ManageGuild |
		PermissionFlagsBits.UseExternalApps |
		PermissionFlagsBits.ReadMessageHistory;
	const channel = (allow: bigint) => ({
		id: "1",
		type: ChannelType.GuildText,
		flags: 0,
		permission_overwrites: [{ id: "2", type: 0, allow: String(allow), deny: "0" }],
	});
	const kept = trim(GatewayDispatchEvents.ChannelUpdate, channel((1n << 53n) - 1n));
	expect(asked.size).toBeGreaterThan(8);
	expect(kept).toEqual(channel(askedBits & ~ofRoles));
});

import { eventually } from "@herald/common/testing/eventually.ts";
import { Events, GatewayOpcodes, MessageFlags, MessageType, PermissionFlagsBits, Routes } from "discord.js";
import { describe, expect, test } from "vitest";
import type { Channel } from "../src/index.ts";
import { codeOf, nextEvent } from "./support.ts";
import { allow, client, clock, eventAfter, guild, playground, usePlayground } from "./use-playground.ts";

usePlayground({}, []);

const ben = () => guild.members.fetch(playground.home.ordinary.user.id);

test("members are listed, searched and fetched, by REST and by the gateway", async () => {
	const { owner, ordinary } = playground.home;
	const ids = [owner.user.id, ordinary.user.id, client.user.id].sort();
	expect([...(await guild.members.list({ limit: 10 })).keys()].sort()).toEqual(ids);
	expect([...(await guild.members.list({ limit: 1, after: owner.user.id })).keys()]).toHaveLength(1);
	expect([...(await guild.members.search({ query: "be" })).keys()]).toEqual([ordinary.user.id]);
	expect([...(await guild.members.fetch()).keys()].sort()).toEqual(ids);
	expect([...(await guild.members.fetch({ query: "ad", limit: 5 })).keys()]).toEqual([owner.user.id]);
	const some = await guild.members.fetch({ user: [ordinary.user.id, "1234567890123456789"] });
	expect([...some.keys()]).toEqual([ordinary.user.id]);
	expect(await codeOf(guild.members.fetch({ user: "1234567890123456789", force: true }))).toBe(10_007);
});

test("setting a nickname needs a permission, and the owner's can't be set", async () => {
	const { owner } = playground.home;
	const member = await ben();
	expect(await codeOf(member.setNickname("Benjamin"))).toBe(50_013);
	allow("ManageNicknames");
	const rename = async () => expect((await member.setNickname("Benjamin")).displayName).toBe("Benjamin");
	const isBen = (_: unknown, { id }: { id: string }) => id === member.id;
	expect((await eventAfter(Events.GuildMemberUpdate, rename, isBen))[1].nickname).toBe("Benjamin");
	expect((await member.setNickname(null)).nickname).toBeNull();
	expect(await codeOf(member.setNickname("x".repeat(33)))).toBe(50_035);
	expect(await codeOf((await guild.members.fetch(owner.user.id)).setNickname("Boss"))).toBe(50_013);
	expect((await guild.members.editMe({ nick: "Helper" })).nickname).toBe("Helper");
});

test("roles can be given and taken if they are below the bot's own", async () => {
	const { home } = playground;
	allow("ManageRoles");
	const [night] = [...home.guild.roles.values()].filter(({ name }) => name === "Night Shift");
	const top = playground.world.addRole(home.guild, { name: "Top" });
	const member = await ben();
	await member.roles.remove(night?.id ?? "");
	expect(home.ordinary.roles).toEqual([]);
	await member.roles.set([night?.id ?? ""]);
	expect(home.ordinary.roles).toEqual([night?.id]);
	expect(await codeOf(member.roles.add(top.id))).toBe(50_013);
	const path = Routes.guildMemberRole(guild.id, member.id, "1234567890123456789");
	expect(await codeOf(client.rest.put(path))).toBe(10_011);
});

test("a timeout and a mute in voice are set and ended", async () => {
	const { ordinary, voice } = playground.home;
	const member = await ben();
	expect(await codeOf(member.timeout(60_000))).toBe(50_013);
	allow("ModerateMembers", "MuteMembers", "MoveMembers");
	const mute = () => client.rest.patch(Routes.guildMember(guild.id, member.id), { body: { mute: true } });
	expect(await codeOf(mute())).toBe(40_032);
	playground.voice.join(ordinary, voice);
	await mute();
	expect(ordinary.mute).toBe(true);
	expect((await member.timeout(60_000)).isCommunicationDisabled()).toBe(true);
	expect((await member.timeout(null)).isCommunicationDisabled()).toBe(false);
});

test("a member can be kicked with the permission and a higher role", async () => {
	const member = await ben();
	expect(await codeOf(member.kick())).toBe(50_013);
	allow("KickMembers");
	expect((await eventAfter(Events.GuildMemberRemove, () => member.kick()))[0].id).toBe(member.id);
	expect(await codeOf((await guild.members.fetch(guild.ownerId)).kick())).toBe(50_013);
});

test("roles are created, changed, moved and deleted, and each change is reported", async () => {
	expect(await codeOf(guild.roles.create({ name: "Helpers" }))).toBe(50_013);
	allow("ManageRoles");
	const described = { name: "Helpers", colors: { primaryColor: 0x3366ff }, mentionable: true };
	const create = () => guild.roles.create(described);
	const [role] = await eventAfter(Events.GuildRoleCreate, create, ({ name }) => name === "Helpers");
	expect(role).toMatchObject({ name: "Helpers", position: 1, hoist: false, mentionable: true });
	expect(role.colors.primaryColor).toBe(0x3366ff);
	const edit = () => role.edit({ name: "Keepers", hoist: true });
	const [, changed] = await eventAfter(Events.GuildRoleUpdate, edit, (_, { id }) => id === role.id);
	expect(changed).toMatchObject({ name: "Keepers", hoist: true });
	expect((await guild.roles.fetch(role.id, { force: true }))?.name).toBe("Keepers");
	await role.setPosition(2);
	const order = [...playground.home.guild.roles.values()].sort((a, b) => a.position - b.position);
	expect(order.map(({ name, position }) => `${position} ${name}`).join()).toBe(
		"0 @everyone,1 Night Shift,2 Keepers,3 Day Shift,4 Bot,5 Staff",
	);
	expect(await codeOf(role.setPermissions(PermissionFlagsBits.BanMembers))).toBe(50_013);
	await (await ben()).roles.add(role);
	expect((await eventAfter(Events.GuildRoleDelete, () => role.delete()))[0].id).toBe(role.id);
	expect(playground.home.ordinary.roles).not.toContain(role.id);
	expect(await codeOf(client.rest.delete(Routes.guildRole(guild.id, role.id)))).toBe(10_011);
	const own = playground.home.bot.roles[0] ?? "";
	expect(await codeOf(client.rest.delete(Routes.guildRole(guild.id, own)))).toBe(50_028);
});

describe("a ban", () => {
	test("is reported, removes the member from voice, and deletes their recent messages", async () => {
		const { ordinary, owner, voice, ...home } = playground.home;
		playground.post(ordinary, "long ago");
		clock.advance(3_600_000);
		playground.post(ordinary, "just now");
		playground.voice.join(ordinary, voice);
		const gone = nextEvent(client, Events.MessageBulkDelete);
		const [banned] = await eventAfter(Events.GuildBanAdd, () => playground.ban(ordinary, 600));
		expect(banned.user.id).toBe(ordinary.user.id);
		await gone;
		expect(playground.messagesFor(owner).map(({ content }) => content)).toEqual(["long ago"]);
		expect(home.guild.voiceStates.has(ordinary.user.id)).toBe(false);
		expect(() => playground.world.addMember(home.guild, { username: "ben" })).toThrow("ben is banned");
		playground.unban(home.guild, ordinary.user);
		expect(playground.world.addMember(home.guild, { username: "ben" }).user.id).toBe(ordinary.user.id);
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

import { eventually } from "@herald/common/testing/eventually.ts";
import { ChannelType, Events, Routes, type VoiceChannel } from "discord.js";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { Channel } from "../src/index.ts";
import { codeOf, logIn } from "./support.ts";
import { allow, client, playground, say, usePlayground } from "./use-playground.ts";

const hidden = { name: "___hidden___", flags: 1 << 17 };

/** A channel that the application can't view. */
let secret: Channel;

/** The data that the gateway last sent about each channel, by the channel's id. */
const told = new Map<string, Record<string, unknown>>();

usePlayground();
beforeEach(async () => {
	told.clear();
	client.on(Events.Raw, ({ t, d }) => {
		if (/^CHANNEL_(CREATE|UPDATE)$/.test(t)) told.set(d.id, d);
	});
	secret = playground.createChannel({ name: "secret", topic: "Plans", isPrivate: true });
	await becomes(secret, hidden.name);
});

const seen = ({ id }: Channel) => client.channels.cache.get(id) as VoiceChannel | undefined;
const becomes = (channel: Channel, name: string) => eventually(() => expect(seen(channel)?.name).toBe(name));
const permit = (channel = secret) =>
	playground.setPermissions(playground.home.bot, { allow: ["ViewChannel", "Connect"] }, channel);
const forbid = (channel = secret) => playground.setPermissions(playground.home.bot, {}, channel);

describe("a channel that the application can't view", () => {
	test("is sent completely once the application may view it, and as hidden again when it may not", async () => {
		permit();
		await becomes(secret, "secret");
		expect(told.get(secret.id)).toMatchObject({ name: "secret", topic: "Plans", flags: 0 });
		forbid();
		await becomes(secret, hidden.name);
		const { bot } = playground.home;
		const roles = [...bot.roles];
		allow("Administrator");
		await becomes(secret, "secret");
		playground.world.changeMember(bot, { roles });
		await becomes(secret, hidden.name);
	});

	test("is created, renamed and deleted as hidden", async () => {
		const made = playground.createChannel({ name: "vault", isPrivate: true });
		await becomes(made, hidden.name);
		playground.world.changeChannel(made, { name: "treasury", position: 40 });
		await eventually(() => expect(told.get(made.id)).toMatchObject({ ...hidden, position: 40 }));
		playground.world.removeChannel(made);
		await eventually(() => expect(seen(made)).toBe(undefined));
	});

	test("is missing in lists over HTTP, and refused when it is requested", async () => {
		const list = () => client.rest.get(Routes.guildChannels(playground.home.guild.id));
		const listed = expect.arrayContaining([expect.objectContaining({ id: secret.id })]);
		expect(await list()).not.toEqual(listed);
		expect(await codeOf(client.rest.get(Routes.channel(secret.id)))).toBe(50_001);
		permit();
		expect(await list()).toEqual(listed);
	});

	test("is complete in interactions, but without overwrites", async () => {
		const asked = new Promise<Record<string, unknown>>((resolve) =>
			client.once(Events.Raw, ({ d }) => resolve(d.data.resolved.channels[secret.id])),
		);
		say({ text: `<#${secret.id}>` });
		expect(await asked).toMatchObject({ name: "secret", flags: 0, app_permissions: "0" });
		expect(await asked).not.toHaveProperty("permission_overwrites");
	});

	test("arrives in its guild as hidden, with its id, type, place and one overwrite, and without its threads until it can be viewed", async () => {
		permit();
		await becomes(secret, "secret");
		const body = { name: "inside", type: ChannelType.PublicThread };
		const thread = (await client.rest.post(Routes.threads(secret.id), { body })) as { id: string };
		forbid();
		await becomes(secret, hidden.name);
		const other = await logIn(playground);
		onTestFinished(() => other.destroy());
		const { cache } = other.channels;
		const channel = cache.get(secret.id) as VoiceChannel;
		expect(channel).toMatchObject({ id: secret.id, type: secret.type, rawPosition: secret.position });
		expect(channel).toMatchObject({ name: hidden.name, topic: null, flags: { bitfield: hidden.flags } });
		expect([...channel.permissionOverwrites.cache.values()]).toMatchObject([
			{ id: playground.home.guild.id, allow: { bitfield: 0n }, deny: { bitfield: 1_024n } },
		]);
		expect(cache.has(thread.id)).toBe(false);
		permit();
		await eventually(() => expect(cache.get(thread.id)).toMatchObject({ name: "inside" }));
	});

	test("hides its category, too, unless the application can view another channel in it", async () => {
		const staff = { name: "Staff", type: ChannelType.GuildCategory } as const;
		const category = playground.createChannel({ ...staff, isPrivate: true });
		const inside = playground.createChannel({ name: "room", category: "Staff", isPrivate: true });
		await becomes(category, hidden.name);
		permit(inside);
		await becomes(category, "Staff");
		expect(seen(inside)).toMatchObject({ name: "room", parentId: category.id });
		forbid(inside);
		await becomes(category, hidden.name);
	});
});

describe("a voice channel that the application can't view", () => {
	test.each([
		["absent", undefined, undefined],
		["null", null, null],
		["set", 64_000, 7],
	] as const)("arrives with its own fields %s", async (how, bitrate, limit) => {
		const { guild } = playground.home;
		guild.hiddenVoiceFields = how;
		const type = ChannelType.GuildVoice;
		const room = playground.createChannel({ name: "Room", type, isPrivate: true, userLimit: 7 });
		await eventually(() => expect(told.get(room.id)).toMatchObject({ ...hidden, type }));
		expect([told.get(room.id)?.bitrate, told.get(room.id)?.user_limit]).toEqual([bitrate, limit]);
	});

	test("can be viewed while the application is connected to it, which is sent after the voice state", async () => {
		const { home, voice } = playground;
		const room = playground.createChannel({ name: "Room", type: ChannelType.GuildVoice, isPrivate: true });
		await becomes(room, hidden.name);
		const events: string[] = [];
		client.on(Events.Raw, ({ t, d }) => {
			if (t === "CHANNEL_UPDATE") events.push(d.name);
			if (t === "VOICE_STATE_UPDATE") events.push(String(d.channel_id));
		});
		client.ws.shards.first()?.send({ op: 4, d: { guild_id: home.guild.id, channel_id: home.voice.id } });
		await eventually(() => expect(home.guild.voiceStates.has(home.bot.user.id)).toBe(true));
		voice.move(home.bot, room);
		await becomes(room, "Room");
		expect(voice.states.of(home.bot).suppress).toBe(false);
		voice.kick(home.bot);
		await becomes(room, hidden.name);
		expect(events).toEqual([home.voice.id, room.id, "Room", "null", hidden.name]);
	});
});

import { eventually } from "@herald/common/testing/eventually.ts";
import { ChannelType, type Guild as ClientGuild, Events, GatewayIntentBits, MessageFlags } from "discord.js";
import { beforeEach, describe, expect, test } from "vitest";
import type { Guild, GuildDescription, Member } from "../src/index.ts";
import { timeOf } from "../src/world/clock.ts";
import { channelOf, codeOf, handle, memberOf, startTestPlayground } from "./support.ts";
import { client, enter, eventAfter, playground, useDiscord } from "./use-playground.ts";
import { ask, forVoice, makePackets, play, ready, soundOf, trustVoice } from "./voice-support.ts";

const guilds: readonly GuildDescription[] = [
	{
		name: "Owls",
		members: [{ username: "ada", name: "Ada" }, { username: "ben" }],
		channels: [{ name: "general" }, { name: "Nest", type: ChannelType.GuildVoice }],
	},
	{
		name: "Larks",
		members: [{ username: "cleo" }, { username: "ada", nick: "Early Ada" }],
		channels: [{ name: "morning" }, { name: "Field", type: ChannelType.GuildVoice }],
	},
	{ name: "Quiet", members: [{ username: "dora" }] },
];

let owls: Guild;
let larks: Guild;
let quiet: Guild;

useDiscord({ guilds });
beforeEach(() => {
	[owls, larks, quiet] = playground.guilds as [Guild, Guild, Guild];
});

const known = ({ id }: Guild): ClientGuild => client.guilds.cache.get(id) ?? expect.fail(id);

test("guilds made at the same time get the same ids at each start, and later objects get their own", async () => {
	const idsOf = async () => {
		const other = await startTestPlayground({ guilds, bornAt: Date.UTC(2026, 0, 1) });
		const made = other.guilds.flatMap(({ id, ...its }) => [
			...[id, ...its.members.keys(), ...its.channels.keys(), ...its.roles.keys()],
		]);
		const { id } = other.post(other.guilds[0]?.owner as Member, "Hello");
		await other.stop();
		return { made, id };
	};
	const [one, two] = [await idsOf(), await idsOf()];
	expect(one.made).toEqual(two.made);
	expect(new Set(one.made.map(timeOf))).toEqual(new Set([Date.UTC(2026, 0, 1)]));
	expect(one.id).not.toBe(two.id);
	expect(timeOf(one.id)).toBeGreaterThan(Date.UTC(2026, 0, 2));
});

describe("a bot in three guilds", () => {
	test("knows each guild's people and channels, and a person in two guilds as one user", async () => {
		await enter([], [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMembers]);
		expect(client.guilds.cache.map(({ name }) => name).sort()).toEqual(["Larks", "Owls", "Quiet"]);
		expect(new Set(known(owls).channels.cache.map(({ name }) => name))).toEqual(new Set(["Nest", "general"]));
		expect(known(larks).ownerId).toBe(memberOf(larks, "cleo").user.id);
		const { id } = memberOf(owls, "ada").user;
		expect(known(owls).members.cache.get(id)?.displayName).toBe("Ada");
		expect(known(larks).members.cache.get(id)?.displayName).toBe("Early Ada");
		expect(known(quiet).members.cache.has(id)).toBe(false);
	});

	test("answers commands in their own guild, also those of that guild alone, and private answers are seen nowhere else", async () => {
		await enter();
		handle(client, async (interaction) => {
			if (!interaction.isChatInputCommand()) return;
			const flags = interaction.guildId === owls.id ? MessageFlags.Ephemeral : [];
			await interaction.reply({ content: `in ${interaction.guild?.name}`, flags });
		});
		for (const member of [memberOf(owls, "ada"), memberOf(larks, "ada"), memberOf(quiet, "dora")]) {
			const answer = await playground.command(member, "say", { text: "?" }).firstAnswer();
			expect(answer.content).toBe(`in ${member.guild.name}`);
		}
		const seen = (guild: Guild, username: string) =>
			playground.messagesFor(memberOf(guild, username)).map(({ content }) => content);
		expect(seen(owls, "ada")).toEqual(["in Owls"]);
		expect(seen(owls, "ben")).toEqual([]);
		expect(seen(larks, "ada")).toEqual(["in Larks"]);
		await client.application.commands.set([{ name: "wake", description: "Wakes all" }], larks.id);
		const here = playground.command(memberOf(larks, "cleo"), "wake");
		expect((await here.firstAnswer()).content).toBe("in Larks");
		expect(() => playground.command(memberOf(owls, "ben"), "wake")).toThrow("no command");
	});

	test("reads and writes messages in the guild of their channel, with its permissions there", async () => {
		await enter();
		const greet = () => playground.post(memberOf(larks, "cleo"), "good morning");
		const [message] = await eventAfter(Events.MessageCreate, greet);
		expect([message.guild?.name, message.channelId]).toEqual(["Larks", channelOf(larks, "morning").id]);
		await message.reply("and to you");
		expect(playground.messagesFor(memberOf(larks, "ada")).at(-1)?.content).toBe("and to you");
		expect(playground.messagesFor(memberOf(owls, "ada"))).toEqual([]);
		playground.setPermissions(owls.bot, { deny: ["SendMessages"] });
		const path = `/channels/${channelOf(owls, "general").id}/messages` as const;
		expect(await codeOf(client.rest.post(path, { body: { content: "hi" } }))).toBe(50_013);
		expect(await codeOf(client.rest.get("/guilds/1/channels"))).toBe(10_004);
	});

	test("is told when it is added to a guild, and when it is removed from one", async () => {
		await enter();
		const wrens = { name: "Wrens", members: [{ username: "ben" }] } as const;
		const [{ id, name }] = await eventAfter(Events.GuildCreate, () => playground.world.addGuild(wrens));
		expect(name).toBe("Wrens");
		const added = playground.guilds.find((each) => each.id === id) as Guild;
		handle(client, async (interaction) => interaction.isChatInputCommand() && interaction.reply("new"));
		const trace = playground.command(memberOf(added, "ben"), "say", { text: "?" });
		expect((await trace.firstAnswer()).content).toBe("new");

		const [gone] = await eventAfter(Events.GuildDelete, () => playground.world.removeGuild(added));
		expect(gone.name).toBe("Wrens");
		expect(await codeOf(client.rest.get(`/guilds/${added.id}`))).toBe(10_004);
		expect(playground.messagesFor(memberOf(added, "ben"))).toEqual([]);
	});
});

describe("members and channels", () => {
	test("members who come and go are reported to a client with the intent for members", async () => {
		await enter([], [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMembers]);
		const join = () => playground.world.addMember(quiet, { username: "eve", name: "Eve" });
		const [{ displayName, id }] = await eventAfter(Events.GuildMemberAdd, join);
		expect([displayName, known(quiet).memberCount]).toEqual(["Eve", 3]);
		const leave = () => playground.world.removeMember(memberOf(quiet, "eve"));
		expect((await eventAfter(Events.GuildMemberRemove, leave))[0].id).toBe(id);
		expect(known(quiet).memberCount).toBe(2);
		expect(() => playground.world.removeMember(quiet.owner)).toThrow(TypeError);
	});

	test("without the intent for members, a client knows only itself and people in voice, which members who are removed leave", async () => {
		const ben = memberOf(owls, "ben");
		playground.voice.join(ben);
		await enter([], forVoice);
		expect(new Set(known(owls).members.cache.keys())).toEqual(new Set([client.user.id, ben.user.id]));
		await eventAfter(Events.GuildAvailable, () => {
			playground.world.setPresence(owls, "outage");
			playground.world.setPresence(owls, "bot");
		});
		expect(known(owls).available).toBe(true);
		const channelId = () => known(owls).voiceStates.cache.get(ben.user.id)?.channelId;
		expect(channelId()).toBeTruthy();
		playground.world.removeMember(ben);
		await eventually(() => expect(channelId()).toBeFalsy());
		expect(owls.voiceStates.size).toBe(0);
	});

	test("every kind of channel is known to discord.js, and a category with what is in it", async () => {
		await enter();
		const { world } = playground;
		playground.createChannel({ name: "Office", type: ChannelType.GuildCategory }, quiet);
		const types = { news: 5, ideas: 15, Talk: 2, Hall: 13 } as const;
		for (const [name, type] of Object.entries(types))
			playground.createChannel({ name, type, category: "Office" }, quiet);
		const forum = channelOf(quiet, "ideas");
		world.addThread(forum, { name: "A thought", type: ChannelType.PublicThread, owner: quiet.owner });
		const { cache } = known(quiet).channels;
		await eventually(() => expect(cache.map(({ name }) => name)).toContain("A thought"));
		const kinds = Object.fromEntries(cache.map((channel) => [channel.name, channel.type]));
		expect(kinds).toMatchObject({ ...types, Office: 4, "A thought": 11 });
		expect(cache.find(({ name }) => name === "news")?.parent?.name).toBe("Office");
		expect(cache.find(({ name }) => name === "A thought")?.parent?.name).toBe("ideas");

		playground.world.removeChannel(forum);
		await eventually(() => expect(cache.map(({ name }) => name)).not.toContain("ideas"));
		expect([...quiet.channels.values()].map(({ name }) => name)).not.toContain("A thought");
	});
});

describe("voice in two guilds at once", () => {
	test("each guild hears only its own sound, encrypted", async () => {
		trustVoice(playground);
		await enter([], forVoice);
		const { voice } = playground;
		const [ben, cleo] = [memberOf(owls, "ben"), memberOf(larks, "cleo")];
		for (const member of [ben, cleo]) voice.join(member);
		const connections = [ask(channelOf(owls, "Nest")), ask(channelOf(larks, "Field"))];
		await Promise.all(connections.map(ready));
		const packets = makePackets(60);
		const parts = [packets.slice(0, 30), packets.slice(30)];
		await Promise.all(connections.map(({ connection }, at) => play(connection, parts[at] ?? [])));
		await eventually(() => expect([ben, cleo].map((each) => soundOf(voice.heard(each)))).toEqual(parts));
		expect([owls, larks, quiet].map((guild) => voice.isEndToEnd(guild))).toEqual([true, true, false]);

		playground.world.removeGuild(owls);
		await eventually(() => expect(voice.isConnected(owls)).toBe(false));
		expect(voice.isConnected(larks)).toBe(true);
		for (const { connection } of connections) connection.destroy();
	});

	test("a person who joins voice in one guild leaves it in the other", () => {
		playground.voice.join(memberOf(owls, "ada"));
		playground.voice.join(memberOf(larks, "ada"));
		expect([owls.voiceStates.size, larks.voiceStates.size]).toEqual([0, 1]);
	});
});

test("the page shows the guild in its address to one of its members", async () => {
	const read = async (query: string): Promise<unknown> => {
		const response = await fetch(`${playground.url}/playground/live?${query}`);
		if (!response.ok) return response.status;
		let text = "";
		for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
			text += chunk;
			const [, data] = /data: (.*)\n/.exec(text) ?? [];
			if (data) return JSON.parse(data);
		}
		throw new Error(`The page was told ${text}`);
	};
	expect(await read("as=ada")).toMatchObject({ name: "Owls" });
	const members = expect.arrayContaining([expect.objectContaining({ name: "Early Ada" })]);
	expect(await read(`as=ada&guild=${larks.id}`)).toMatchObject({ name: "Larks", members });
	expect(await read(`as=ben&guild=${larks.id}`)).toBe(400);
	expect(await read("guild=1"), "a guild that is not there any more").toMatchObject({ name: "Owls" });
});

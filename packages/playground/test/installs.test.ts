import {
	ChannelType,
	type CommandInteraction,
	Events,
	GatewayIntentBits,
	PermissionFlagsBits,
} from "discord.js";
import { expect, test } from "vitest";
import type { Member } from "../src/index.ts";
import { button, input, row } from "./component-makers.ts";
import { codeOf, logIn, memberOf } from "./support.ts";
import { answerWith, client, errors, eventAfter, playground, usePlayground } from "./use-playground.ts";

const command = (name: string, more: object) => ({ name, description: name, ...more });
const commands = [
	command("anywhere", {
		integration_types: [0, 1],
		contexts: [0, 1, 2],
		options: [{ type: 6, name: "who", description: "Who" }],
	}),
	command("mine", { integration_types: [1], contexts: [0, 1, 2] }),
	command("server", { integration_types: [0], contexts: [0] }),
	command("plain", {}),
	command("old", { dm_permission: false }),
	{ type: 3, name: "Show", integration_types: [0, 1], contexts: [0, 1, 2] },
];

usePlayground({}, commands);

/** Resolves to the data of the interaction that `act` causes, as the application receives it. */
const payload = (act: () => unknown): Promise<Record<string, unknown>> =>
	new Promise((resolve) => {
		const take = ({ t, d }: { t: string; d: never }) => t === "INTERACTION_CREATE" && resolve(d);
		client.on(Events.Raw, take);
		act();
	});
/** Has the application answer every command. */
const onCommand = (run: (interaction: CommandInteraction) => Promise<unknown>) =>
	answerWith(async (interaction) => interaction.isCommand() && run(interaction));

/** Has the owner install the application. @returns the owner and the other member in a group of both */
const installInGroup = () => {
	const { owner, ordinary } = playground.home;
	playground.world.setInstalled(owner.user, true);
	const [group, ben] = playground.openGroup("Lunch", owner, ordinary);
	return { group, ben, owner, ordinary };
};
const strangers = () =>
	playground.world.addGuild({
		name: "Without",
		presence: "none",
		members: [{ username: "eve" }, { username: "ada" }, { username: "ben" }],
	});
/** The slash commands that the playground offers a member in their guild. */
const offered = (member: Member): string[] =>
	commands
		.filter((each) => !("type" in each))
		.map(({ name }) => name)
		.filter((name) => {
			try {
				return playground.command(member, name);
			} catch (error) {
				expect(String(error)).toContain("not offered here");
				return false;
			}
		});

test("commands are offered by installs and places", () => {
	const { owner } = playground.home;
	const direct = playground.openDirect(owner);
	const [group] = playground.openGroup("Lunch", owner, playground.home.ordinary);
	const other = playground.openDirect(owner, playground.home.ordinary);
	const without = memberOf(strangers(), "ada");

	expect(offered(owner)).toEqual(["anywhere", "server", "plain", "old"]);
	expect(offered(direct)).toEqual(["anywhere", "plain"]);
	for (const place of [group, other, without]) expect(offered(place)).toEqual([]);

	playground.world.setInstalled(owner.user, true);
	expect(offered(owner)).toEqual(["anywhere", "mine", "server", "plain", "old"]);
	expect(offered(direct)).toEqual(["anywhere", "mine", "plain"]);
	for (const place of [group, other]) expect(offered(place)).toEqual(["anywhere", "mine"]);
	// A command without integration types has the application's, which are both.
	expect(offered(without)).toEqual(["anywhere", "mine", "plain", "old"]);
	expect(offered(memberOf(without.guild, "ben"))).toEqual([]);

	playground.world.setInstalled(owner.user, false);
	expect(offered(group)).toEqual([]);
	const eve = playground.openDirect(memberOf(without.guild, "eve"));
	expect(offered(eve)).toEqual([]);
});

test("an interaction says where it is and which installs authorize it", async () => {
	const { owner, ordinary, guild } = playground.home;
	playground.world.setInstalled(owner.user, true);
	const asked = (member: Member) => payload(() => playground.command(member, "anywhere"));
	expect(await asked(owner)).toMatchObject({
		context: 0,
		guild_id: guild.id,
		authorizing_integration_owners: { 0: guild.id, 1: owner.user.id },
	});
	const inDirect = await asked(playground.openDirect(owner));
	expect(inDirect).toMatchObject({
		context: 1,
		authorizing_integration_owners: { 0: "0", 1: owner.user.id },
		app_permissions: "562949953863680",
		user: { id: owner.user.id },
		channel: { type: ChannelType.DM, recipients: [{ id: owner.user.id }] },
		attachment_size_limit: 10 * 1024 * 1024,
		entitlements: [],
	});
	for (const key of ["guild", "guild_id", "guild_locale", "member"]) expect(inDirect).not.toHaveProperty(key);

	const [group] = playground.openGroup("Lunch", owner, ordinary);
	const inGroup = await asked(group);
	expect(inGroup).toMatchObject({
		context: 2,
		authorizing_integration_owners: { 1: owner.user.id },
		app_permissions: "562949953601536",
		channel: { type: ChannelType.GroupDM, name: "Lunch", recipients: [{ id: ordinary.user.id }] },
	});
	expect(inGroup.authorizing_integration_owners).not.toHaveProperty("0");

	const { EmbedLinks, AttachFiles, UseExternalEmojis } = PermissionFlagsBits;
	const without = strangers();
	const there = await asked(memberOf(without, "ada"));
	expect(there).toMatchObject({
		context: 0,
		guild_id: without.id,
		guild: { id: without.id },
		member: { user: { id: owner.user.id } },
		authorizing_integration_owners: { 1: owner.user.id },
		app_permissions: String(EmbedLinks | AttachFiles | UseExternalEmojis),
	});
	expect(there).not.toHaveProperty("user");
	expect(there.authorizing_integration_owners).not.toHaveProperty("0");
});

test("outside of its servers, the application can read only what a command brings, and answer only by its token", async () => {
	const { group, ben, owner } = installInGroup();
	const ada = memberOf(strangers(), "ada");
	const seen: string[] = [];
	client.on("messageCreate", ({ content }) => seen.push(content));
	answerWith(async (interaction) => {
		if (!interaction.isMessageContextMenuCommand()) return;
		await interaction.reply({ content: interaction.targetMessage.content });
	});
	for (const [member, writer] of [
		[group, ben],
		[ada, memberOf(ada.guild, "ben")],
	] as const) {
		const message = playground.post(writer, "Secret");
		const answer = await playground.messageCommand(member, "Show", message).firstAnswer();
		expect(answer.content).toBe("Secret");
		expect(answer.raw.interaction_metadata?.authorizing_integration_owners).toEqual({ 1: owner.user.id });
		const path = `/channels/${answer.raw.channel_id}` as const;
		const requests = [
			client.rest.get(path),
			client.rest.get(`${path}/messages`),
			client.rest.post(`${path}/messages`, { body: { content: "x" } }),
		];
		expect(await Promise.all(requests.map(codeOf))).toEqual([50_001, 50_001, 50_001]);
	}
	expect(await codeOf(client.rest.get(`/guilds/${ada.guild.id}`))).toBe(10_004);
	expect(client.guilds.cache.has(ada.guild.id)).toBe(false);
	playground.post(owner, "Known");
	await expect.poll(() => seen).toHaveLength(1);
	expect(errors).toEqual([]);
});

test("a server that removed the application or its bot is closed to it until it is back", async () => {
	const { guild, text, bot } = playground.home;
	for (const presence of ["none", "commands"] as const) {
		await eventAfter(Events.GuildDelete, () => playground.world.setPresence(guild, presence));
		expect(await codeOf(client.rest.get(`/channels/${text.id}`))).toBe(50_001);
		expect(guild.members.has(bot.user.id)).toBe(presence === "commands");
		await eventAfter(Events.GuildCreate, () => playground.world.setPresence(guild, "bot"));
		expect(await client.rest.get(`/channels/${text.id}`)).toMatchObject({ id: text.id });
	}
});

test("in a group, a command's options resolve users without memberships", async () => {
	const { group, owner, ordinary } = installInGroup();
	const resolved = async (member: Member) => {
		const values = { who: ordinary.user.id };
		const { data } = await payload(() => playground.command(member, "anywhere", values));
		return Object.keys((data as { resolved: object }).resolved);
	};
	expect(await resolved(group)).toEqual(["users"]);
	expect(await resolved(owner)).toEqual(["users", "members"]);
});

test("an application that isn't installed in a server may send at most five follow-ups", async () => {
	const { group, owner } = installInGroup();
	const codes: (number | string)[] = [];
	onCommand(async (interaction) => {
		await interaction.reply("0");
		for (let count = 1; count <= 5; count += 1) await interaction.followUp(String(count));
		if (interaction.guildId) await interaction.followUp("6");
		else codes.push(await codeOf(interaction.followUp("6")));
		await interaction.editReply("Done");
	});
	for (const [member, count] of [
		[group, 6],
		[owner, 7],
	] as const) {
		const trace = playground.command(member, "anywhere");
		await trace.settled(({ length, 0: first }) => first?.content === "Done" && length === count);
	}
	expect(codes).toEqual([40_094]);
	expect(errors).toEqual([]);
});

test("answers are private if a member may not use their own applications openly, and have no files if they may not attach any", async () => {
	const { owner, ordinary } = playground.home;
	playground.world.setInstalled(owner.user, true);
	const files = [{ attachment: Buffer.from("x"), name: "x.txt" }];
	onCommand((interaction) => interaction.reply({ content: "Hello", files }));
	const ada = memberOf(strangers(), "ada");
	const isPrivate = async (member: Member) =>
		(await playground.command(member, "anywhere").firstAnswer()).ephemeral;
	expect(await isPrivate(ada)).toBe(false);
	for (const member of [ada, ordinary, owner])
		playground.setPermissions(member, { deny: ["UseExternalApps"] });
	expect([await isPrivate(ada), await isPrivate(ordinary)]).toEqual([true, false]);
	expect(errors).toEqual([]);
	playground.setPermissions(ada, { deny: ["AttachFiles"] });
	playground.command(ada, "anywhere");
	await expect.poll(() => errors).toMatchObject([{ code: 50_013 }]);
});

test("a button and its form belong to the member who installed the application, whoever presses it", async () => {
	const { group, ben, owner, ordinary } = installInGroup();
	const components = [row(input("name", { label: "Name" }))];
	answerWith(async (interaction) => {
		if (interaction.isCommand())
			await interaction.reply({ content: "Press", components: [row(button("go"))] });
		else if (interaction.isButton())
			await interaction.showModal({ custom_id: "form", title: "Form", components } as never);
		else if (interaction.isModalSubmit())
			await interaction.reply(interaction.fields.getTextInputValue("name"));
	});
	const answer = await playground.command(group, "anywhere").firstAnswer();
	const clicked = payload(() => {});
	const byOwner = { authorizing_integration_owners: { 1: owner.user.id } };
	const asked = playground.click(ben, answer, "go");
	const said = await playground.submitModal(ben, await asked.modal(), { name: "Ben" }).firstAnswer();
	expect(said).toMatchObject({ content: "Ben", raw: { interaction_metadata: byOwner } });
	expect(await clicked).toMatchObject({ user: { id: ordinary.user.id }, ...byOwner });
	expect(errors).toEqual([]);
});

test("a voice message is accepted if there are no permissions in a place, or if they allow it", async () => {
	const { owner } = playground.home;
	playground.world.setInstalled(owner.user, true);
	const codes: (number | string)[] = [];
	onCommand(async (interaction) => {
		await interaction.deferReply();
		const form = new FormData();
		const about = { id: 0, filename: "a.ogg", duration_secs: 1, waveform: "AA==" };
		form.append("payload_json", JSON.stringify({ flags: 8192, attachments: [about] }));
		form.append("files[0]", new Blob(["x"], { type: "audio/ogg" }), "a.ogg");
		await interaction.deleteReply();
		const url = `${playground.apiUrl}/v10/webhooks/${interaction.applicationId}/${interaction.token}`;
		const answer = await fetch(url, { method: "POST", body: form });
		codes.push(((await answer.json()) as { code?: number }).code ?? answer.status);
	});
	playground.command(playground.openDirect(owner), "anywhere");
	await expect.poll(() => codes).toEqual([200]);
	playground.command(memberOf(strangers(), "ada"), "anywhere");
	await expect.poll(() => codes).toEqual([200, 50_173]);
});

test("direct messages reach the application with their content, if it has the intent", async () => {
	await client.destroy();
	const { DirectMessages, GuildMessages, Guilds } = GatewayIntentBits;
	const { owner, ordinary } = playground.home;
	const there = playground.openDirect(owner);
	for (const intents of [
		[Guilds, GuildMessages],
		[Guilds, GuildMessages, DirectMessages],
	]) {
		const live = await logIn(playground, [], intents);
		const seen: (readonly [unknown, unknown])[] = [];
		live.on("raw", ({ t, d }: { t: string; d: { content: unknown; guild_id?: string } }) => {
			if (t === "MESSAGE_CREATE") seen.push([d.content, d.guild_id]);
		});
		playground.post(there, "Between us");
		playground.post(playground.openDirect(owner, ordinary), "Not for it");
		playground.post(owner, `<@${live.user.id}>`);
		const last = [`<@${live.user.id}>`, playground.home.guild.id];
		const known = intents.includes(DirectMessages) ? [["Between us", undefined], last] : [last];
		await expect.poll(() => seen).toEqual(known);
		await live.destroy();
	}
});

test("the application can send direct messages to users it shares a server or install with", async () => {
	const { owner } = playground.home;
	const channel = await client.users.createDM(owner.user.id);
	const sent = await channel.send("Hello");
	const there = playground.openDirect(owner);
	expect(playground.messagesFor(there).map(({ id, content }) => [id, content])).toEqual([[sent.id, "Hello"]]);
	expect(channel.recipientId).toBe(owner.user.id);

	const eve = memberOf(strangers(), "eve");
	const stranger = await client.users.createDM(eve.user.id);
	expect(await codeOf(stranger.send("Hello"))).toBe(50_007);
	playground.world.setInstalled(eve.user, true);
	await stranger.send("Hello");
	expect(await codeOf(client.users.createDM("1"))).toBe(50_033);
	expect(await codeOf(client.users.createDM(client.user.id, { force: true }))).toBe(50_033);
});

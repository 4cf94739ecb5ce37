import { eventually } from "@herald/common/testing/eventually.ts";
import {
	AttachmentBuilder,
	type ChatInputCommandInteraction,
	DiscordAPIError,
	type Interaction,
	MessageFlags,
	MessagePayload,
} from "discord.js";
import { describe, expect, test } from "vitest";
import { InputError, type Member } from "../src/index.ts";
import { buttons, row } from "./component-makers.ts";
import { testCommands } from "./support.ts";
import { answerWith, client, clock, errors, playground, say, usePlayground } from "./use-playground.ts";

usePlayground();

const next = <T>(read: (interaction: Interaction) => T): Promise<T> =>
	new Promise((resolve) => client.once("interactionCreate", (interaction) => resolve(read(interaction))));

test("commands are fetched as they were set, with Discord's defaults filled in", async () => {
	const fetched = await client.application.commands.fetch({ withLocalizations: true });
	expect(fetched.map(({ name, options }) => [name, options.length])).toEqual([
		["say", 5],
		["server", 2],
		["Speak", 0],
	]);
	expect(playground.commands.list()).toMatchObject(testCommands);
	expect(playground.commands.list()[0]).toMatchObject({
		application_id: playground.home.bot.user.id,
		default_member_permissions: null,
		nsfw: false,
		contexts: null,
		integration_types: [0, 1],
	});
	expect(playground.registrations).toBe(1);
});

test("a command keeps its id when the list is set again, and its version if it is unchanged", async () => {
	const [first, second] = playground.commands.list();
	const anew = [{ ...testCommands[0], description: "Anew" }, testCommands[1]];
	await client.application.commands.set(anew as never);
	expect(playground.commands.list()).toMatchObject([
		{ id: first?.id, version: expect.not.stringContaining(String(first?.version)) },
		{ id: second?.id, version: second?.version },
	]);
});

test("each invalid field of a command is named by its path", async () => {
	const errorsOf = async (bad: readonly object[]) => {
		const error = await client.application.commands.set(bad as never).catch((each: unknown) => each);
		expect(error).toMatchObject({ status: 400, code: 50_035, rawError: { message: "Invalid Form Body" } });
		return (error as { rawError: { errors?: object } }).rawError.errors;
	};
	const option = (name: string, more: object = {}) => ({ type: 3, name, description: "An option", ...more });
	const many = { name: "many", description: "Many" };
	const misshapen = [
		{ ...many, options: [option("ok", { description: "x".repeat(101) })] },
		{ ...many, options: Array.from({ length: 26 }, (_, n) => option(`o${n}`)) },
	];
	expect(await errorsOf(misshapen)).toMatchObject({
		0: { options: { 0: { description: { _errors: [{ code: "BASE_TYPE_BAD_LENGTH" }] } } } },
		1: { options: { _errors: [{ message: "Must be 25 or fewer in length." }] } },
	});
	const bad = [
		{ name: "Upper Case", description: "", options: [option("ok"), option("late", { required: true })] },
		many,
		{ ...many, description_localizations: { klingon: "x" } },
	];
	expect(await errorsOf(bad)).toMatchObject({
		0: {
			name: { _errors: [{ code: "APPLICATION_COMMAND_INVALID_NAME" }] },
			description: { _errors: [{ code: "BASE_TYPE_REQUIRED" }] },
			options: { 1: { _errors: [{ code: "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID" }] } },
		},
		2: {
			name: { _errors: [{ code: "APPLICATION_COMMANDS_DUPLICATE_NAME" }] },
			description_localizations: { klingon: { _errors: [{ code: "ENUM_TYPE_COERCE" }] } },
		},
	});
	expect(playground.commands.list()).toHaveLength(3);
});

test("mentions in text options and members in options are resolved, mentions only on request", async () => {
	const { owner, ordinary, text, guild } = playground.home;
	const role = [...guild.roles.values()].find(({ name }) => name === "Night Shift");
	const seen = next((interaction) => interaction.isChatInputCommand() && interaction.options.resolved);
	const words = `<@${ordinary.user.id}> of <@&${role?.id}> in <#${text.id}> and <@12345678901234567>`;
	say({ text: words, for: owner.user.id });
	const { users, members, roles, channels } = (await seen) || {};
	expect([...(users?.keys() ?? [])].sort()).toEqual([owner.user.id, ordinary.user.id].sort());
	expect([members?.size, roles?.first()?.name, channels?.first()?.id]).toEqual([2, "Night Shift", text.id]);

	playground.interactions.resolvesMentions = false;
	const unresolved = next((interaction) =>
		interaction.isChatInputCommand() ? interaction.options.resolved?.users : undefined,
	);
	say({ text: words, for: owner.user.id });
	expect([...((await unresolved)?.keys() ?? [])]).toEqual([owner.user.id]);
});

test("a subcommand arrives with its options in the member's language, and a message command with its message", async () => {
	const { owner, ordinary } = playground.home;
	const subcommand = next((interaction) =>
		interaction.isChatInputCommand()
			? [interaction.options.getSubcommand(), interaction.options.getString("name"), interaction.locale]
			: [],
	);
	playground.command(owner, "server voice", { name: "Kore" }, { locale: "de" });
	expect(await subcommand).toEqual(["voice", "Kore", "de"]);
	const target = next((each) => each.isMessageContextMenuCommand() && each.targetMessage.content);
	playground.messageCommand(owner, "Speak", playground.post(ordinary, "Read me"));
	expect(await target).toBe("Read me");
});

test("input that a member's client wouldn't send throws a sentence", () => {
	const { owner, ordinary } = playground.home;
	const attempts: [() => unknown, RegExp][] = [
		[() => playground.command(owner, "sing"), /no command \/sing/],
		[() => playground.command(owner, "say"), /^text: This option is required/],
		[() => playground.command(owner, "say", { text: "x".repeat(6_001) }), /6,000 characters/],
		[() => playground.command(owner, "say", { text: "x", times: 4 }), /at most 3/],
		[() => playground.command(owner, "say", { text: "x", as: "song" }), /one of: A file/],
		[() => playground.command(owner, "say", { text: "x", tune: "y" }), /no option "tune"/],
		[() => playground.command(owner, "server"), /needs one of: voice, show/],
		[() => playground.command(ordinary, "server show"), /don't have permission/],
	];
	for (const [attempt, message] of attempts) {
		expect(attempt).toThrow(InputError);
		expect(attempt).toThrow(message);
	}
});

test("a command that nobody has by default is for owners and administrators alone", async () => {
	const { guild, ordinary, owner } = playground.home;
	const command = { name: "reset", description: "Starts anew", defaultMemberPermissions: 0n };
	await client.application.commands.set([command]);
	const reset = (member: Member) => playground.command(member, "reset");
	expect(() => reset(owner)).not.toThrow();
	expect(() => reset(ordinary)).toThrow(/don't have permission/);
	const admin = playground.world.addRole(guild, { name: "Admin", permissions: ["Administrator"] });
	playground.world.changeMember(ordinary, { roles: [admin.id] });
	expect(() => reset(ordinary)).not.toThrow();
});

test("more than 25 choices are refused", async () => {
	answerWith(async (interaction) => {
		if (interaction.isAutocomplete())
			await interaction.respond(Array.from({ length: 26 }, (_, n) => ({ name: `${n}`, value: `${n}` })));
	});
	const asked = playground.autocomplete(playground.home.owner, "say", { voice: "" }, "voice");
	await expect.poll(() => errors).toHaveLength(1);
	clock.advance(3_001);
	await expect(asked).rejects.toThrow(/did not respond/);
	expect(errors).toMatchObject([{ code: 50_035 }]);
});

test("a command's size is counted in its longest language", async () => {
	const choices = (length: number) =>
		Array.from({ length: 25 }, (_, at) => ({
			name: `${at}`,
			name_localizations: { de: `${at}`.padEnd(length, "x") },
			value: `${at}`.padEnd(100, "v"),
		}));
	const option = (name: string, length: number) => ({
		...{ type: 3 as const, name, description: name },
		choices: choices(length),
	});
	const set = (length: number) => {
		const options = [option("one", length), option("two", length)];
		return client.application.commands.set([{ name: "large", description: "Large", options }]);
	};
	await expect(set(10)).resolves.toHaveLength(1);
	await expect(set(100)).rejects.toThrow("Command exceeds maximum size (8000)");
});

test("the places and installs for which a command is offered are checked", async () => {
	const put = (more: object) =>
		client.rest.put(`/applications/${client.user.id}/commands`, {
			body: [{ name: "c", description: "c", ...more }],
		});
	for (const more of [
		...[[], [3], 1].map((contexts) => ({ contexts })),
		...[[], [2], ["0"]].map((integration_types) => ({ integration_types })),
		{ dm_permission: "no" },
	])
		await expect(put(more)).rejects.toMatchObject({ code: 50_035 });
	const kept = async (more: object) => {
		const [command] = (await put(more)) as Record<string, unknown>[];
		return [command?.integration_types, command?.contexts, command?.dm_permission];
	};
	expect(await kept({})).toEqual([[0, 1], null, true]);
	expect(await kept({ dm_permission: false })).toEqual([[0, 1], null, false]);
	expect(await kept({ contexts: [0, 2], dm_permission: true })).toEqual([[0, 1], [0, 2], false]);
	expect(await kept({ contexts: [1], integration_types: [1] })).toEqual([[1], [1], true]);
	// A guild's own command is offered only by that guild's install.
	const { guild } = playground.home;
	const own = [{ name: "own", description: "Own", integration_types: [0, 1] }];
	await client.rest.put(`/applications/${client.user.id}/guilds/${guild.id}/commands`, { body: own });
	expect(playground.commands.list(guild.id)).toMatchObject([{ integration_types: [0] }]);
});

const onSay = (run: (interaction: ChatInputCommandInteraction) => Promise<unknown>) =>
	answerWith(async (interaction) => interaction.isChatInputCommand() && run(interaction));
const codeOf = (error: unknown) => (error instanceof DiscordAPIError ? error.code : error);
const firstError = () =>
	eventually(() => {
		expect(errors).toHaveLength(1);
		return codeOf(errors[0]);
	});

const voiceAbout = {
	attachments: [{ id: "0", duration_secs: 1.5, waveform: Buffer.from([1, 2, 3]).toString("base64") }],
};
const voiceReply = (interaction: Interaction, about: object = voiceAbout, contentType = "audio/ogg") => {
	const flags = MessageFlags.IsVoiceMessage;
	const payload = MessagePayload.create(interaction as never, { flags }).resolveBody();
	payload.body = { ...payload.body, ...about } as never;
	payload.files = [{ data: Buffer.from("OggS"), name: "voice-message.ogg", contentType }];
	return payload;
};

test("a command arrives with its options, and is answered with a file, byte for byte", async () => {
	const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 251));
	onSay(async (interaction) => {
		const { options, memberPermissions } = interaction;
		expect([options.getString("text"), options.getInteger("times")]).toEqual(["Hello", 2]);
		expect(memberPermissions?.has("Administrator")).toBe(true);
		const { resource } = await interaction.reply({
			content: "Here",
			files: [new AttachmentBuilder(bytes, { name: "my speech.ogg", description: "Speech" })],
			withResponse: true,
		});
		expect(resource?.message?.id).toBe((await interaction.fetchReply()).id);
	});
	const answer = await say({ text: "Hello", times: 2 }).firstAnswer();
	expect(answer).toMatchObject({ content: "Here", ephemeral: false, thinking: false });
	const [file] = answer.attachments;
	expect(file).toMatchObject({ filename: "my_speech.ogg", description: "Speech" });
	expect(Buffer.from(file?.bytes ?? []).equals(bytes)).toBe(true);
	const download = await fetch(file?.url ?? "", { headers: { range: "bytes=10-19" } });
	expect(download.status).toBe(206);
	expect(Buffer.from(await download.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true);
	expect(errors).toEqual([]);
});

test("a deferred answer is edited in place, and a later follow-up is a message of its own", async () => {
	onSay(async (interaction) => {
		await interaction.deferReply();
		await interaction.editReply("1 of 2");
		await interaction.editReply({ content: "done", files: [Buffer.from("x")] });
		const more = await interaction.followUp({ content: "psst", flags: MessageFlags.Ephemeral });
		expect(more.flags.has("Ephemeral")).toBe(true);
	});
	const messages = await say().settled((seen) => seen.length === 2);
	expect(messages[0]).toMatchObject({ content: "done", earlier: ["", "1 of 2"], ephemeral: false });
	expect(messages[0]?.attachments).toHaveLength(1);
	expect(messages[1]).toMatchObject({ content: "psst", ephemeral: true });
});

test.each([
	["edits the deferred reply and has its visibility", false],
	["keeps its own visibility if the deferred reply was deleted", true],
])("the first follow-up after a defer %s", async (_what, isDeleted) => {
	onSay(async (interaction) => {
		await interaction.deferReply();
		if (isDeleted) await interaction.deleteReply();
		await interaction.followUp({ content: "private?", flags: MessageFlags.Ephemeral });
	});
	const trace = say();
	expect(await trace.firstAnswer()).toMatchObject({ content: "private?", ephemeral: isDeleted });
	expect(playground.messagesFor(playground.home.ordinary)).toHaveLength(isDeleted ? 0 : 1);
	expect(trace.messages).toHaveLength(1);
});

test("an answer after three seconds is refused as unknown, and the member reads that nobody responded", async () => {
	const late = Promise.withResolvers<void>();
	onSay(async (interaction) => {
		await late.promise;
		await interaction.reply("too late");
	});
	const trace = say();
	clock.advance(3_001);
	await trace.failed();
	late.resolve();
	expect(await firstError()).toBe(10_062);
	expect(trace.messages).toEqual([]);
});

test("an interaction can be acknowledged only once", async () => {
	onSay(async (interaction) => {
		await interaction.reply("one");
		interaction.replied = false;
		await interaction.reply("two");
	});
	const trace = say();
	expect(await firstError()).toBe(40_060);
	expect(trace.messages.map(({ content }) => content)).toEqual(["one"]);
});

test("a token is valid for fifteen minutes, and an answer that is still thinking then has failed", async () => {
	const later = Promise.withResolvers<void>();
	onSay(async (interaction) => {
		await interaction.deferReply();
		await later.promise;
		await interaction.editReply("too late");
	});
	const trace = say();
	await trace.acknowledged();
	clock.advance(15 * 60_000 + 1);
	later.resolve();
	expect(await firstError()).toBe(50_027);
	await trace.failed();
});

test("a follow-up before any answer is refused as an unknown webhook", async () => {
	onSay((interaction) => interaction.webhook.send("early"));
	say();
	expect(await firstError()).toBe(10_015);
});

test.each([
	["an empty message", { content: "" }, 50_006],
	["2,001 characters", { content: "x".repeat(2_001) }, 50_035],
	["a file over 10 MiB", { files: [Buffer.alloc(10 * 1024 * 1024 + 1)] }, 40_005],
	["eleven files", { files: Array.from({ length: 11 }, () => Buffer.from("x")) }, 50_035],
	["six rows", { components: buttons(6).map((each) => row(each)) }, 50_035],
])("Discord's limits refuse %s", async (_what, message, code) => {
	onSay((interaction) => interaction.reply(message as never));
	say();
	expect(await firstError()).toBe(code);
});

describe("a voice message", () => {
	test("is a single audio/ogg file with duration and waveform", async () => {
		onSay((interaction) => interaction.reply(voiceReply(interaction)));
		const answer = await say().firstAnswer();
		expect(answer.voiceMessage).toBe(true);
		const file = { contentType: "audio/ogg", durationSecs: 1.5, waveform: "AQID" };
		expect(answer.attachments[0]).toMatchObject(file);
	});

	test.each([
		["with content", { ...voiceAbout, content: "hi" }, "audio/ogg", 50_159],
		["without metadata", { attachments: [{ id: "0" }] }, "audio/ogg", 50_161],
		["of another type", voiceAbout, "application/ogg", 50_160],
	])("is refused %s", async (_what, about, type, code) => {
		onSay((interaction) => interaction.reply(voiceReply(interaction, about, type)));
		say();
		expect(await firstError()).toBe(code);
	});

	test("can't take a deferred reply's place, but can follow its edit", async () => {
		onSay(async (interaction) => {
			await interaction.deferReply();
			await interaction.followUp(voiceReply(interaction)).catch((error) => errors.push(error));
			await interaction.editReply("caption");
			await interaction.followUp(voiceReply(interaction));
		});
		const messages = await say().settled((seen) => seen.length === 2);
		expect(messages.map(({ voiceMessage }) => voiceMessage)).toEqual([false, true]);
		expect(codeOf(errors[0])).toBe(50_162);
	});

	test("is refused if the application may not send one", async () => {
		playground.setPermissions(playground.home.bot, { deny: ["SendVoiceMessages"] });
		onSay(async (interaction) => {
			expect(interaction.appPermissions.has("SendVoiceMessages")).toBe(false);
			await interaction.reply(voiceReply(interaction));
		});
		say();
		expect(await firstError()).toBe(50_173);
	});
});

test("a request can be answered with a fault or cut off, without an effect, and the next one is answered", async () => {
	playground.faults.fail({ method: "POST", path: /callback$/ }, 500, 0, "500: Internal Server Error");
	onSay((interaction) => interaction.reply("hi"));
	const failed = say();
	await eventually(() => expect(errors).toHaveLength(1));
	playground.faults.cut({ path: /callback$/ });
	const cut = say();
	await eventually(() => expect(errors).toHaveLength(2));
	expect([...failed.messages, ...cut.messages]).toEqual([]);
	expect(playground.requests.at(-1)).toMatchObject({ method: "POST", status: 0 });
	expect((await say().firstAnswer()).content).toBe("hi");
});

test("only users in allowed_mentions are pinged", async () => {
	const { owner, ordinary } = playground.home;
	onSay((interaction) =>
		interaction.reply({
			content: `<@${owner.user.id}> <@${ordinary.user.id}> @everyone`,
			allowedMentions: { users: [ordinary.user.id] },
		}),
	);
	const { raw } = await say().firstAnswer();
	expect(raw.mentions.map(({ id }) => id)).toEqual([ordinary.user.id]);
	expect(raw.mention_everyone).toBe(false);
});

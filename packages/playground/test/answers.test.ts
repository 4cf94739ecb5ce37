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
import { buttons, row } from "./component-makers.ts";
import { answerWith, clock, errors, playground, say, usePlayground } from "./use-playground.ts";

usePlayground();

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

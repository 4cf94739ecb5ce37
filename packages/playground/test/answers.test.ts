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
import { button, buttons, row } from "./component-makers.ts";
import { answerWith, clock, errors, playground, usePlayground } from "./use-playground.ts";

usePlayground();

const onSay = (run: (interaction: ChatInputCommandInteraction) => Promise<unknown>) =>
	answerWith(async (interaction) => interaction.isChatInputCommand() && run(interaction));
const say = (values: Record<string, string | number> = { text: "Hello" }) =>
	playground.command(playground.home.owner, "say", values);
const codeOf = (error: unknown) => (error instanceof DiscordAPIError ? error.code : error);
const firstError = () =>
	eventually(() => {
		expect(errors).toHaveLength(1);
		return codeOf(errors[0]);
	});

const voicePayload = async (interaction: Interaction, more: object = {}) => {
	const payload = MessagePayload.create(interaction as never, {
		flags: MessageFlags.IsVoiceMessage,
		files: [new AttachmentBuilder(Buffer.from("OggS"), { name: "voice-message.ogg" })],
		...more,
	}).resolveBody();
	payload.files = [{ data: Buffer.from("OggS"), name: "voice-message.ogg", contentType: "audio/ogg" }];
	return payload as never;
};
const voiceAbout = {
	attachments: [{ id: "0", duration_secs: 1.5, waveform: Buffer.from([1, 2, 3]).toString("base64") }],
};
const voiceReply = async (interaction: Interaction, about: object = voiceAbout, more: object = {}) => {
	const payload = (await voicePayload(interaction, more)) as { body: Record<string, unknown> };
	Object.assign(payload.body, about);
	return payload as never;
};

test("a command arrives with its options, and is answered with a file, byte for byte", async () => {
	const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 251));
	onSay(async (interaction) => {
		expect(interaction.options.getString("text")).toBe("Hello");
		expect(interaction.options.getInteger("times")).toBe(2);
		expect(interaction.memberPermissions?.has("Administrator")).toBe(true);
		await interaction.reply({
			content: "Here",
			files: [new AttachmentBuilder(bytes, { name: "my speech.ogg", description: "Speech" })],
		});
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

test("the first follow-up after a defer edits the deferred reply and has the defer's visibility", async () => {
	onSay(async (interaction) => {
		await interaction.deferReply();
		await interaction.followUp({ content: "private?", flags: MessageFlags.Ephemeral });
	});
	const trace = say();
	expect(await trace.firstAnswer()).toMatchObject({ content: "private?", ephemeral: false });
	expect(trace.messages).toHaveLength(1);
});

test("after a deferred reply is deleted, a follow-up keeps its own visibility", async () => {
	onSay(async (interaction) => {
		await interaction.deferReply();
		await interaction.deleteReply();
		await interaction.followUp({ content: "private", flags: MessageFlags.Ephemeral });
	});
	const trace = say();
	expect(await trace.firstAnswer()).toMatchObject({ content: "private", ephemeral: true });
	expect(playground.messagesFor(playground.home.ordinary)).toEqual([]);
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

test("with_response returns the message that was made", async () => {
	onSay(async (interaction) => {
		const { resource } = await interaction.reply({ content: "made", withResponse: true });
		await interaction.followUp(
			`${resource?.message?.content}: ${(await interaction.fetchReply()).id === resource?.message?.id}`,
		);
	});
	const [, second] = await say().settled((seen) => seen.length === 2);
	expect(second?.content).toBe("made: true");
});

test.each([
	["an empty message", { content: "" }, 50_006],
	["2,001 characters", { content: "x".repeat(2_001) }, 50_035],
	["a file over 10 MiB", { files: [Buffer.alloc(10 * 1024 * 1024 + 1)] }, 40_005],
	["eleven files", { files: Array.from({ length: 11 }, () => Buffer.from("x")) }, 50_035],
	["six rows", { components: buttons(6).map((each) => row(each)) }, 50_035],
	["a doubled custom id", { components: [row(...buttons(1), ...buttons(1))] }, 50_035],
	[
		"a custom id of 101 characters",
		{ components: [row(button("x", { custom_id: "x".repeat(101) }))] },
		50_035,
	],
])("Discord's limits refuse %s", async (_what, message, code) => {
	onSay((interaction) => interaction.reply(message as never));
	say();
	expect(await firstError()).toBe(code);
});

describe("a voice message", () => {
	test("is a single audio/ogg file with duration and waveform", async () => {
		onSay(async (interaction) => interaction.reply(await voiceReply(interaction)));
		const answer = await say().firstAnswer();
		expect(answer.voiceMessage).toBe(true);
		expect(answer.attachments[0]).toMatchObject({
			contentType: "audio/ogg",
			durationSecs: 1.5,
			waveform: "AQID",
		});
	});

	test("is refused with content, without metadata, or with another type", async () => {
		const attempts: [(interaction: Interaction) => Promise<never>, number][] = [
			[(interaction) => voiceReply(interaction, voiceAbout, { content: "hi" }), 50_159],
			[(interaction) => voiceReply(interaction, { attachments: [{ id: "0" }] }), 50_161],
			[
				async (interaction) => {
					const payload = (await voiceReply(interaction)) as { files: { contentType: string }[] };
					for (const file of payload.files) file.contentType = "application/ogg";
					return payload as never;
				},
				50_160,
			],
		];
		for (const [make, code] of attempts) {
			errors.length = 0;
			onSay(async (interaction) => interaction.reply(await make(interaction)));
			say();
			expect(await firstError()).toBe(code);
		}
	});

	test("can't take a deferred reply's place, but can follow its edit", async () => {
		onSay(async (interaction) => {
			await interaction.deferReply();
			await interaction.followUp(await voiceReply(interaction)).catch((error) => errors.push(error));
			await interaction.editReply("caption");
			await interaction.followUp(await voiceReply(interaction));
		});
		const messages = await say().settled((seen) => seen.length === 2);
		expect(messages.map(({ voiceMessage }) => voiceMessage)).toEqual([false, true]);
		expect(codeOf(errors[0])).toBe(50_162);
	});

	test("is refused if the application may not send one", async () => {
		playground.setPermissions(playground.home.bot, { deny: ["SendVoiceMessages"] });
		onSay(async (interaction) => {
			expect(interaction.appPermissions.has("SendVoiceMessages")).toBe(false);
			await interaction.reply(await voiceReply(interaction));
		});
		say();
		expect(await firstError()).toBe(50_173);
	});
});

test("discord.js obeys a 429 and tries again", async () => {
	playground.faults.rateLimit({ path: /callback$/ }, 0.05);
	onSay((interaction) => interaction.reply("at last"));
	expect((await say().firstAnswer()).content).toBe("at last");
	const statuses = playground.requests
		.filter(({ path }) => path.endsWith("/callback"))
		.map(({ status }) => status);
	expect(statuses).toContain(429);
});

test("a requested fault affects only the next matching request", async () => {
	playground.faults.fail({ method: "POST", path: /callback$/ }, 500, 0, "500: Internal Server Error");
	onSay((interaction) => interaction.reply("hi"));
	const trace = say();
	await eventually(() => expect(errors).toHaveLength(1));
	expect(trace.messages).toEqual([]);
	expect((await say().firstAnswer()).content).toBe("hi");
});

test("a request can be cut off without an effect", async () => {
	playground.faults.cut({ path: /callback$/ });
	onSay((interaction) => interaction.reply("hi"));
	const trace = say();
	await eventually(() => expect(errors).toHaveLength(1));
	expect(trace.messages).toEqual([]);
	expect(playground.requests.at(-1)).toMatchObject({ method: "POST", status: 0 });
});

test("a held request waits until it is released", async () => {
	const held = playground.faults.hold({ path: /callback$/ });
	onSay((interaction) => interaction.reply("after a while"));
	const trace = say();
	await held.arrived;
	expect(trace.messages).toEqual([]);
	held.release();
	expect((await trace.firstAnswer()).content).toBe("after a while");
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

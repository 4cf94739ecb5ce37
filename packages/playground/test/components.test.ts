import { MessageFlags } from "discord.js";
import { afterEach, expect, test } from "vitest";
import { InputError } from "../src/index.ts";
import { button, input, label, row, select } from "./component-makers.ts";
import { answerWith, errors, playground, usePlayground } from "./use-playground.ts";

usePlayground();
afterEach(() => expect(errors).toEqual([]));

const say = () => playground.command(playground.home.owner, "say", { text: "Hello" });

test.each([
	[5, "user", () => playground.home.ordinary.user.id, "Ben"],
	[6, "role", () => [...playground.home.guild.roles.values()].at(1)?.id, "Night Shift"],
	[7, "mentionable", () => playground.home.ordinary.user.id, "Ben"],
	[8, "channel", () => playground.home.stage.id, "Stage"],
] as const)("a select menu of type %i brings the picked %s", async (type, customId, pick, name) => {
	answerWith(async (interaction) => {
		if (interaction.isChatInputCommand())
			await interaction.reply({ content: "whom?", components: [row({ type, custom_id: customId })] });
		if (!interaction.isAnySelectMenu() || interaction.isStringSelectMenu()) return;
		const named = [
			"users" in interaction && interaction.users.first()?.displayName,
			"roles" in interaction && interaction.roles.first()?.name,
			"channels" in interaction && interaction.channels.first(),
		].flatMap((each) => (each ? [typeof each === "string" ? each : "name" in each ? each.name : ""] : []));
		await interaction.reply({ content: named.join(), flags: MessageFlags.Ephemeral });
	});
	const { owner } = playground.home;
	const message = await say().firstAnswer();
	const answer = playground.select(owner, message, customId, [pick() ?? ""]);
	expect((await answer.firstAnswer()).content).toBe(name);
	expect(() => playground.select(owner, message, customId, ["1"])).toThrow(InputError);
});

test("a button updates its message in place", async () => {
	answerWith(async (interaction) => {
		if (interaction.isChatInputCommand())
			await interaction.reply({ content: "0", components: [row(button("more"))] });
		if (interaction.isButton()) await interaction.update(String(Number(interaction.message.content) + 1));
	});
	const message = await say().firstAnswer();
	const after = await playground.click(playground.home.ordinary, message, "more").firstAnswer();
	expect(after).toMatchObject({ id: message.id, content: "1", earlier: ["0"] });
});

test("a deferred update leaves the message unchanged until it is edited, and follow-ups come beside it", async () => {
	answerWith(async (interaction) => {
		if (interaction.isChatInputCommand())
			await interaction.reply({ content: "old", components: [row(button("go"))] });
		if (!interaction.isButton()) return;
		await interaction.deferUpdate();
		await interaction.followUp({ content: "beside", flags: MessageFlags.Ephemeral });
		await interaction.editReply("new");
	});
	const message = await say().firstAnswer();
	const trace = playground.click(playground.home.owner, message, "go");
	const seen = await trace.settled((messages) => messages.length === 2);
	expect(seen.map(({ content, ephemeral }) => [content, ephemeral]).sort()).toEqual([
		["beside", true],
		["new", false],
	]);
});

test("a select menu brings the chosen values", async () => {
	answerWith(async (interaction) => {
		if (interaction.isChatInputCommand())
			await interaction.reply({ content: "Which?", components: [row(select())] });
		if (interaction.isStringSelectMenu()) await interaction.reply(interaction.values.join());
	});
	const message = await say().firstAnswer();
	const { owner } = playground.home;
	expect((await playground.select(owner, message, "pick", ["1"]).firstAnswer()).content).toBe("1");
	expect(() => playground.select(owner, message, "pick", ["9"])).toThrow(InputError);
	expect(() => playground.select(owner, message, "pick", ["0", "1"])).toThrow(InputError);
});

test("a modal is shown, filled in and answered privately", async () => {
	answerWith(async (interaction) => {
		if (interaction.isChatInputCommand())
			await interaction.showModal({
				title: "A code",
				custom_id: "redeem",
				components: [row(input("code", { label: "Code", min_length: 3, max_length: 10 })) as never],
			});
		if (interaction.isModalSubmit())
			await interaction.reply({
				content: interaction.fields.getTextInputValue("code"),
				flags: MessageFlags.Ephemeral,
			});
	});
	const { owner, ordinary } = playground.home;
	const modal = await say().modal();
	expect(modal).toMatchObject({ title: "A code", customId: "redeem" });
	expect(() => playground.submitModal(owner, modal, { code: "ab" })).toThrow(/too short/);
	expect(() => playground.submitModal(owner, modal, {})).toThrow(/required/);
	const answer = await playground.submitModal(owner, modal, { code: "abc123" }).firstAnswer();
	expect(answer).toMatchObject({ content: "abc123", ephemeral: true });
	expect(playground.messagesFor(ordinary)).toEqual([]);
});

test("a modal's labelled fields arrive, too, and a modal from a button may update its message", async () => {
	answerWith(async (interaction) => {
		if (interaction.isChatInputCommand())
			await interaction.reply({ content: "old", components: [row(button("edit"))] });
		if (interaction.isButton())
			await interaction.showModal({
				title: "Edit",
				custom_id: "edit",
				components: [label(input("text"))] as never,
			});
		if (interaction.isModalSubmit() && interaction.isFromMessage())
			await interaction.update(interaction.fields.getTextInputValue("text"));
	});
	const { owner } = playground.home;
	const message = await say().firstAnswer();
	const modal = await playground.click(owner, message, "edit").modal();
	expect(await playground.submitModal(owner, modal, { text: "new" }).firstAnswer()).toMatchObject({
		id: message.id,
		content: "new",
	});
});

test("members can't click what they can't see, or what is disabled", async () => {
	answerWith(async (interaction) => {
		if (interaction.isChatInputCommand())
			await interaction.reply({
				content: "yours",
				flags: MessageFlags.Ephemeral,
				components: [row(button("on"), button("off", { disabled: true }))],
			});
	});
	const message = await say().firstAnswer();
	expect(() => playground.click(playground.home.ordinary, message, "on")).toThrow(/no such message/);
	expect(() => playground.click(playground.home.owner, message, "off")).toThrow(/disabled/);
	expect(() => playground.click(playground.home.owner, message, "gone")).toThrow(InputError);
});

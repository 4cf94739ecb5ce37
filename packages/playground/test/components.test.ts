import { readRows } from "@herald/common/testing/read-rows.ts";
import {
	AttachmentBuilder,
	type Client,
	DiscordAPIError,
	type Interaction,
	MessageFlags,
	type ModalSubmitInteraction,
	Routes,
} from "discord.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { InputError, type ModalInput, type Playground } from "../src/index.ts";
import * as make from "./component-makers.ts";
import { endBoth, handle, logIn, startTestPlayground } from "./support.ts";

const { button, container, input, label, options, radio, row, select, text } = make;

let playground: Playground;
let client: Client<true>;
let errors: unknown[];
let act: (interaction: Interaction) => Promise<unknown>;

beforeAll(async () => {
	playground = await startTestPlayground({ rateLimits: false });
	client = await logIn(playground);
	errors = handle(client, (interaction) => act(interaction));
});
afterAll(async () => {
	await endBoth(client, playground);
	expect(errors).toEqual([]);
});

const layout = (...components: object[]) => ({ flags: MessageFlags.IsComponentsV2, components });
const say = () => playground.command(playground.home.owner, "say", { text: "Hello" });

/** Has a command answered with a message, and all other interactions by `then`. Resolves to the message. */
const show = (message: object, then: typeof act = async () => {}) => {
	act = async (interaction) =>
		interaction.isChatInputCommand() ? interaction.reply(message as never) : then(interaction);
	return say().firstAnswer();
};

test("a layout of every kind is accepted, with its components numbered and its files known", async () => {
	const message = await show({
		...layout(
			text("# Hello", { id: 7 }),
			make.section(make.picture(), text("one"), text("two"), text("three")),
			make.section(button("beside"), text("four")),
			{
				type: 12,
				items: [
					{ media: { url: "attachment://a.png" }, description: "A square", spoiler: true },
					{ media: { url: "https://example.com/b.png" } },
				],
			},
			{ type: 14, divider: false, spacing: 2 },
			{ type: 17, accent_color: 0xff_00_00, spoiler: true, components: [text("inside"), { type: 14 }] },
			make.file("attachment://notes.txt"),
			row(select({ placeholder: "Which?", min_values: 0, max_values: 3 })),
			row(button("go", ant), make.link("https://a.example/"), { type: 2, style: 6, sku_id: "123" }),
		),
		files: [
			new AttachmentBuilder(Buffer.from("picture"), { name: "a.png" }),
			new AttachmentBuilder(Buffer.from("words"), { name: "notes.txt" }),
		],
	});
	expect(message.texts).toEqual(["# Hello", "one", "two", "three", "four", "inside"]);
	const numbers = Object.fromEntries(message.components.map(({ custom_id: id, id: number }) => [id, number]));
	expect(numbers).toEqual({ beside: 9, pick: 17, go: 19 });
	const [, , , pictures, , , attached] = message.raw.components as never[];
	const [square, notes] = message.attachments;
	expect(pictures).toMatchObject({
		items: [
			{ media: { url: square?.url, content_type: "image/png" }, description: "A square", spoiler: true },
			{ media: { url: "https://example.com/b.png", proxy_url: "https://example.com/b.png" } },
		],
	});
	expect(attached).toMatchObject({ file: { url: notes?.url }, name: "notes.txt", size: 5 });
});

test("an edited layout stays a layout, keeps its files, and its texts ping", async () => {
	const { owner, ordinary } = playground.home;
	const before = layout(text("before"), make.file("attachment://a.txt"), row(button("on")));
	const components = [container(text(`for <@${ordinary.user.id}>`)), make.file("attachment://a.txt")];
	const message = await show(
		{ ...before, files: [new AttachmentBuilder(Buffer.from("1"), { name: "a.txt" })] },
		async (pressed) => pressed.isButton() && pressed.update({ components } as never),
	);
	const { texts, raw } = await playground.click(owner, message, "on").firstAnswer();
	expect(texts).toEqual([`for <@${ordinary.user.id}>`]);
	expect(raw.mentions.map(({ id }) => id)).toEqual([ordinary.user.id]);
	expect(raw.flags).toBe(MessageFlags.IsComponentsV2);
	expect(raw.components?.[1]).toMatchObject({ name: "a.txt", size: 1 });
});

test("a button updates its message in place", async () => {
	const message = await show(
		{ content: "0", components: [row(button("more"))] },
		async (each) => each.isButton() && each.update(String(Number(each.message.content) + 1)),
	);
	const after = await playground.click(playground.home.ordinary, message, "more").firstAnswer();
	expect(after).toMatchObject({ id: message.id, content: "1", earlier: ["0"] });
});

test("a deferred update leaves the message unchanged until it is edited, and follow-ups come beside it", async () => {
	const message = await show({ content: "old", components: [row(button("go"))] }, async (interaction) => {
		if (!interaction.isButton()) return;
		await interaction.deferUpdate();
		await interaction.followUp({ content: "beside", flags: MessageFlags.Ephemeral });
		await interaction.editReply("new");
	});
	const trace = playground.click(playground.home.owner, message, "go");
	const seen = await trace.settled((messages) => messages.length === 2);
	expect(Object.fromEntries(seen.map(({ content, ephemeral }) => [content, ephemeral]))).toEqual({
		beside: true,
		new: false,
	});
});

test("members can't click what they can't see, or what is disabled", async () => {
	const { owner, ordinary } = playground.home;
	const message = await show({
		content: "yours",
		flags: MessageFlags.Ephemeral,
		components: [row(button("on"), button("off", { disabled: true }))],
	});
	expect(() => playground.click(ordinary, message, "on")).toThrow(/no such message/);
	expect(() => playground.click(owner, message, "off")).toThrow(/disabled/);
	expect(() => playground.click(owner, message, "gone")).toThrow(InputError);
});

test("menus offer what their options, types and bounds allow, and bring what was picked", async () => {
	const { owner, ordinary, guild, stage, text: channel } = playground.home;
	const role = [...guild.roles.values()].at(1)?.id ?? "";
	const message = await show(
		layout(
			row(select()),
			row(make.users()),
			row({ type: 6, custom_id: "role" }),
			row({ type: 7, custom_id: "whom", max_values: 2 }),
			row({
				...make.channels({ channel_types: [0], min_values: 0, max_values: 2 }),
				default_values: [{ id: channel.id, type: "channel" }],
			}),
		),
		async (each) => {
			if (!each.isAnySelectMenu()) return;
			const resolved = [
				...("users" in each ? each.users.map(({ displayName }) => displayName) : []),
				...("roles" in each ? each.roles.map((picked) => picked?.name) : []),
				...("channels" in each ? each.channels.keys() : []),
			];
			await each.reply(
				`${each.component.id}: ${(each.isStringSelectMenu() ? each.values : resolved).join()}`,
			);
		},
	);
	const pick = (menu: string, ...values: string[]) => playground.select(owner, message, menu, values);
	for (const [menu, values, brought] of [
		["pick", ["1"], "2: 1"],
		["who", [ordinary.user.id], "4: Ben"],
		["role", [role], "6: Night Shift"],
		["whom", [ordinary.user.id, role], "8: Ben,Night Shift"],
		["where", [channel.id], `10: ${channel.id}`],
		["where", [], "10: "],
	] as const)
		expect((await pick(menu, ...values).firstAnswer()).content).toBe(brought);
	for (const menu of ["pick", "who", "role", "whom", "where"])
		expect(() => pick(menu, "9")).toThrow(InputError);
	expect(() => pick("where", stage.id)).toThrow(/does not offer/);
	expect(() => pick("where", channel.id, channel.id)).toThrow(/does not take 2/);
});

const modal = (...components: object[]) => ({ title: "All of it", custom_id: "all", components });
const ant = { emoji: { name: "🐜" } };

/** Shows a modal and submits it. @returns what `read` reads from the submission */
const submit = async <T>(shown: object, given: ModalInput, read: (from: ModalSubmitInteraction) => T) => {
	const { promise, resolve } = Promise.withResolvers<T>();
	act = async (interaction) => {
		if (interaction.isChatInputCommand()) await interaction.showModal(shown as never);
		if (!interaction.isModalSubmit()) return;
		resolve(read(interaction));
		await interaction.reply({ content: "done", flags: MessageFlags.Ephemeral });
	};
	const trace = playground.submitModal(playground.home.owner, await say().modal(), given);
	expect(await trace.firstAnswer()).toMatchObject({ content: "done", ephemeral: true });
	return promise;
};

test("a modal brings texts, choices, ticked boxes and files, each in its label", async () => {
	const brought = await submit(
		modal(
			text("Please **read** this"),
			label(input("text", { style: 2, value: "as it was" }), { description: "In your words" }),
			label(select({ max_values: 2 })),
			label(radio()),
			label(make.upload({ max_values: 2, file_types: ["image", ".txt"] })),
		),
		{
			...{ pick: ["0", "2"], radio: "1" },
			files: [playground.upload("a.txt", Buffer.from("words")), playground.upload("b.png", Buffer.from("b"))],
		},
		({ fields, components }) => ({
			types: components.map(({ type, id }) => `${id}: ${type}`),
			text: fields.getTextInputValue("text"),
			pick: fields.getStringSelectValues("pick"),
			radio: fields.getRadioGroup("radio"),
			files: fields.getUploadedFiles("files")?.map(({ name, size }) => `${name} ${size}`),
		}),
	);
	expect(brought).toEqual({
		types: ["1: 10", "2: 18", "4: 18", "6: 18", "8: 18"],
		...{ text: "as it was", pick: ["0", "2"], radio: "1", files: ["a.txt 5", "b.png 1"] },
	});
	const ticked = await submit(
		modal(label(make.checks()), label(make.checkbox("yes"))),
		{ checks: ["1", "2"], yes: true },
		({ fields }) => [fields.getCheckboxGroup("checks"), fields.getCheckbox("yes")],
	);
	expect(ticked).toEqual([["1", "2"], true]);
	const bare = modal(row(input("code", { label: "Code" })));
	expect(await submit(bare, { code: "abc" }, ({ fields }) => fields.getTextInputValue("code"))).toBe("abc");
});

test("a modal from a button may update its message", async () => {
	const { owner } = playground.home;
	const message = await show({ content: "old", components: [row(button("edit"))] }, async (each) => {
		if (each.isButton()) await each.showModal(modal(label(input("text"))) as never);
		if (each.isModalSubmit() && each.isFromMessage())
			await each.update(each.fields.getTextInputValue("text"));
	});
	const shown = await playground.click(owner, message, "edit").modal();
	const after = await playground.submitModal(owner, shown, { text: "new" }).firstAnswer();
	expect(after).toMatchObject({ id: message.id, content: "new" });
});

test("a modal's menus bring users, roles and channels", async () => {
	const { ordinary, guild, stage } = playground.home;
	const role = [...guild.roles.values()].at(1)?.id ?? "";
	const brought = await submit(
		modal(
			label(make.users()),
			label({ type: 6, custom_id: "role" }),
			label({ type: 7, custom_id: "both", max_values: 2 }),
			label(make.channels({ channel_types: [13] })),
		),
		{ who: ordinary.user.id, role, both: [role, ordinary.user.id], where: [stage.id] },
		({ fields }) => [
			fields.getSelectedUsers("who")?.map(({ id }) => id),
			fields.getSelectedRoles("role")?.map((each) => each?.id),
			[...(fields.getSelectedMentionables("both")?.members.keys() ?? [])],
			fields.getSelectedChannels("where")?.map(({ id }) => id),
		],
	);
	expect(brought).toEqual([[ordinary.user.id], [role], [ordinary.user.id], [stage.id]]);
});

test("untouched fields come as the modal showed them, and optional ones may be empty", async () => {
	const owner = playground.home.owner.user.id;
	const chosen = [...options(1), ...options(2, { default: true }).slice(1)];
	const brought = await submit(
		modal(
			label(radio({ options: chosen })),
			label(make.checks({ options: chosen })),
			label(make.checkbox("yes", { default: true })),
			label(make.users({ default_values: [{ id: owner, type: "user" }] })),
			label(make.upload({ required: false })),
		),
		{},
		({ fields }) => [
			fields.getRadioGroup("radio"),
			fields.getCheckboxGroup("checks"),
			fields.getCheckbox("yes"),
			fields.getSelectedUsers("who")?.map(({ id }) => id),
			fields.getUploadedFiles("files"),
		],
	);
	expect(brought).toEqual(["1", ["1"], true, [owner], null]);
	const empty = await submit(
		modal(label(radio({ required: false })), label(make.checks({ required: false, min_values: 0 }))),
		{},
		({ fields }) => [fields.getRadioGroup("radio"), fields.getCheckboxGroup("checks")],
	);
	expect(empty).toEqual([null, []]);
});

test("the client refuses to submit what a modal doesn't accept", async () => {
	const shown = modal(
		label(radio()),
		label(make.checks({ max_values: 2, required: false })),
		label(make.upload({ file_types: [".ogg"], required: false })),
		label(input("text", { min_length: 3, required: false })),
	);
	act = async (interaction) => interaction.isChatInputCommand() && interaction.showModal(shown as never);
	const opened = await say().modal();
	expect(opened).toMatchObject({ title: "All of it", customId: "all" });
	for (const [given, sentence] of [
		[{}, '"A field" is required'],
		[{ radio: "9" }, "does not offer"],
		[{ radio: ["0", "1"] }, "does not take 2 values"],
		[{ radio: "0", checks: ["0", "1", "2"] }, "does not take 3 values"],
		[{ radio: "0", files: ["1"] }, "was not uploaded"],
		[{ radio: "0", files: playground.upload("a.txt", Buffer.from("a")) }, "a.txt"],
		[{ radio: "0", text: "ab" }, "too short"],
	] as const)
		expect(() => playground.submitModal(playground.home.owner, opened, given as ModalInput)).toThrow(
			sentence,
		);
});

/** Calls `send`, which makes a request. @returns the refused fields with their codes; empty if none was refused */
const refusals = async (send: () => Promise<unknown>): Promise<string[]> => {
	try {
		await send();
		return [];
	} catch (error) {
		if (!(error instanceof DiscordAPIError)) throw error;
		const found: string[] = [];
		const look = (node: unknown, path: string) => {
			for (const [key, value] of Object.entries((node ?? {}) as object))
				if (key === "_errors") found.push(...value.map(({ code }: { code: string }) => `${path}: ${code}`));
				else look(value, path ? `${path}.${key}` : key);
		};
		look((error.rawError as { errors?: object }).errors, "");
		return found;
	}
};

const places = {
	message: (body: object) => body,
	layout: (components: object[]) => layout(...components),
	row: (component: object) => layout(row(component)),
	modal: (fields: object[]) => modal(...fields),
	field: (component: object) => modal(label(component)),
};
type Row = [place: keyof typeof places, what: string, refused: string, json: string];
const refused = readRows<Row>(import.meta.url, "refused-components.tsv").map(
	([place, what, field, json]) => ({
		...{ what, field, isModal: place === "modal" || place === "field" },
		body: places[place](JSON.parse(json)),
	}),
);
const texts = (count: number) => Array.from({ length: count }, () => text("a"));

// What the schemas refuse is tested with the contract. Here is what rules refuse, and one thing that a schema refuses.
test.each([
	...refused.filter(({ isModal }) => !isModal),
	{ what: "41 components", body: layout(container(...texts(40))), field: "components: COMPONENT_MAX_TOTAL" },
	{
		what: "4,001 characters",
		body: layout(text("a".repeat(4_000)), text("a")),
		field: "components: COMPONENT_DISPLAYABLE",
	},
])("a message with $what is refused", async ({ body, field }) => {
	const path = Routes.channelMessages(playground.home.text.id);
	expect(await refusals(() => client.rest.post(path, { body }))).toEqual([expect.stringContaining(field)]);
});

test.each(refused.filter(({ isModal }) => isModal))(
	"a modal with $what is refused",
	async ({ body, field }) => {
		const { promise, resolve } = Promise.withResolvers<string[]>();
		act = async (interaction) =>
			interaction.isChatInputCommand() && resolve(await refusals(() => interaction.showModal(body as never)));
		say();
		const [found] = await promise;
		expect(found).toContain(`data.${field}`);
	},
);

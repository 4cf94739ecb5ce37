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
import type { ModalInput, Playground } from "../src/index.ts";
import {
	button,
	buttons,
	channels,
	checkbox,
	checks,
	container,
	file,
	gallery,
	input,
	label,
	link,
	options,
	picture,
	radio,
	row,
	section,
	select,
	text,
	upload,
	users,
} from "./component-makers.ts";
import { handle, logIn, startTestPlayground } from "./support.ts";

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
	await client.destroy();
	await playground.stop();
	expect(errors).toEqual([]);
});

const layout = (...components: object[]) => ({ flags: MessageFlags.IsComponentsV2, components });
type Refused = readonly [what: string, body: object, refused: string];
/** @returns the rows with `wrap` applied to each body, and `path` put before the path of each refused field */
const within = (wrap: (body: object) => object, path: string, rows: readonly Refused[]) =>
	rows.map(([what, body, refused]): Refused => [what, wrap(body), path + refused]);
const say = () => playground.command(playground.home.owner, "say", { text: "Hello" });

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
const post = (body: object) => client.rest.post(Routes.channelMessages(playground.home.text.id), { body });

test("a layout of every kind is accepted, with its components numbered and its files known", async () => {
	act = async (interaction) => {
		if (!interaction.isChatInputCommand()) return;
		await interaction.reply({
			...layout(
				text("# Hello", { id: 7 }),
				section(picture(), text("one"), text("two"), text("three")),
				section(button("beside"), text("four")),
				{
					type: 12,
					items: [
						{ media: { url: "attachment://a.png" }, description: "A square", spoiler: true },
						{ media: { url: "https://example.com/b.png" } },
					],
				},
				{ type: 14, divider: false, spacing: 2 },
				{ type: 17, accent_color: 0xff_00_00, spoiler: true, components: [text("inside"), { type: 14 }] },
				file("attachment://notes.txt"),
				row(select({ placeholder: "Which?", min_values: 0, max_values: 3 })),
				row(button("go", ant), link("https://a.example/"), { type: 2, style: 6, sku_id: "123" }),
			),
			files: [
				new AttachmentBuilder(Buffer.from("picture"), { name: "a.png" }),
				new AttachmentBuilder(Buffer.from("words"), { name: "notes.txt" }),
			],
		} as never);
	};
	const message = await say().firstAnswer();
	expect(message.texts).toEqual(["# Hello", "one", "two", "three", "four", "inside"]);
	expect(message.components.map(({ custom_id: id, id: number }) => [id, number])).toEqual([
		["beside", 9],
		["pick", 17],
		["go", 19],
	]);
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
	const { ordinary } = playground.home;
	act = async (interaction) => {
		if (interaction.isChatInputCommand())
			await interaction.reply({
				...layout(text("before"), file("attachment://a.txt"), row(button("on"))),
				files: [new AttachmentBuilder(Buffer.from("1"), { name: "a.txt" })],
			} as never);
		if (interaction.isButton())
			await interaction.update({
				components: [container(text(`for <@${ordinary.user.id}>`)), file("attachment://a.txt")],
			} as never);
	};
	const message = await say().firstAnswer();
	const after = await playground.click(playground.home.owner, message, "on").firstAnswer();
	expect(after.texts).toEqual([`for <@${ordinary.user.id}>`]);
	expect(after.raw.mentions.map(({ id }) => id)).toEqual([ordinary.user.id]);
	expect(after.raw.flags).toBe(MessageFlags.IsComponentsV2);
	expect(after.raw.components?.[1]).toMatchObject({ name: "a.txt", size: 1 });
});

const texts = (count: number) => Array.from({ length: count }, () => text("a"));
const chosen = (...values: object[]) => users({ default_values: values });
const twoUsers = ["1", "2"].map((id) => ({ id, type: "user" }));
const scheme = "url: URL_TYPE_INVALID_SCHEME";
const customId = "custom_id: COMPONENT_CUSTOM_ID_DUPLICATED";
const tooManyDefaults = "options: SELECT_COMPONENT_TOO_MANY";
test.each<Refused>([
	["a text display without the flag", { components: [text("a")] }, "components.0.type: BASE_TYPE_CHOICES"],
	["content beside a layout", { ...layout(text("a")), content: "b" }, "content: MESSAGE_CANNOT_USE_LEGACY"],
	["embeds beside a layout", { ...layout(text("a")), embeds: [{ title: "b" }] }, "embeds: MESSAGE_CANNOT"],
	["stickers beside a layout", { ...layout(text("a")), sticker_ids: ["1"] }, "sticker_ids: MESSAGE_CANNOT"],
	["41 components, nested ones counted", layout(container(...texts(40))), "components: COMPONENT_MAX_TOTAL"],
	["4,001 characters", layout(text("a".repeat(4_000)), ...texts(1)), "components: COMPONENT_DISPLAYABLE"],
	["a doubled id", layout(text("a", { id: 3 }), text("b", { id: 3 })), "components.1.id: COMPONENT_ID"],
	[
		"a doubled custom id",
		layout(row(button("a")), row(button("a"))),
		`components.1.components.0.${customId}`,
	],
	...within(layout, "components.0.", [
		["a container in a container", container(container(text("a"))), "components.0.type: BASE_TYPE_CHOICES"],
		["a button outside a row", button("a"), "type: BASE_TYPE_CHOICES"],
		["an empty text", text(""), "content: BASE_TYPE_REQUIRED"],
		["a section of four texts", section(picture(), ...texts(4)), "components: BASE_TYPE_BAD_LENGTH"],
		["a section without texts", section(picture()), "components: BASE_TYPE_BAD_LENGTH"],
		["a section without an accessory", { type: 9, components: [text("a")] }, "accessory: BASE_TYPE_REQUIRED"],
		["a select beside a section", section(select(), text("a")), "accessory.type: BASE_TYPE_CHOICES"],
		["a thumbnail of no web address", section(picture("ftp://a.b/"), text("a")), `accessory.media.${scheme}`],
		["a picture that isn't attached", gallery("attachment://a.png"), "items.0.media.url: UNFURLED_MEDIA"],
		["an empty gallery", gallery(), "items: BASE_TYPE_BAD_LENGTH"],
		["a gallery of eleven", gallery(...Array(11).fill("https://a.example/")), "items: BASE_TYPE_BAD_LENGTH"],
		["a file from the web", file("https://example.com/a"), `file.${scheme}`],
		["an unknown spacing", { type: 14, spacing: 3 }, "spacing: BASE_TYPE_CHOICES"],
		["a divider that is a word", { type: 14, divider: "yes" }, "divider: BOOLEAN_TYPE_CONVERT"],
		[
			"a colour beyond white",
			{ ...container(text("a")), accent_color: 1 << 24 },
			"accent_color: NUMBER_TYPE",
		],
		["an unknown field", { ...container(text("a")), accentColor: 1 }, "accentColor: BASE_TYPE_UNKNOWN_FIELD"],
		["six buttons in a row", row(...buttons(6)), "components: BASE_TYPE_BAD_LENGTH"],
		["a button beside a select", row(select(), button("a")), "components: COMPONENT_LAYOUT_WIDTH"],
		["a link with a custom id", row(link("https://a.example/", { custom_id: "a" })), "components.0: BUTTON"],
		["a label in a message", label(select()), "type: BASE_TYPE_CHOICES"],
	]),
	...within((component) => layout(row(component)), "components.0.components.0.", [
		["a link of another scheme", link("javascript:1"), scheme],
		["a label of 81 characters", button("a", { label: "a".repeat(81) }), "label: BASE_TYPE_MAX_LENGTH"],
		["an emoji that is a word", button("a", { emoji: { name: "ant" } }), "emoji.name: BUTTON_COMPONENT"],
		["a premium button with a label", { type: 2, style: 6, sku_id: "1", label: "a" }, "label: BUTTON"],
		["26 options", select({ options: options(26) }), "options: BASE_TYPE_BAD_LENGTH"],
		["fewer options than may be chosen", select({ max_values: 4 }), "options: BASE_TYPE_BAD_LENGTH"],
		["two defaults of one", select({ options: options(2, { default: true }) }), tooManyDefaults],
		["an option twice", select({ options: options(2, { value: "a" }) }), "options.1.value: SELECT_COMPONENT"],
		["more at least than at most", select({ min_values: 3, max_values: 2 }), "max_values: NUMBER_TYPE_MIN"],
		["a role chosen among users", chosen({ type: "role", id: "1" }), "default_values.0.type: BASE_TYPE"],
		["two users chosen of one", chosen(...twoUsers), "default_values: BASE_TYPE_BAD_LENGTH"],
		["an unknown channel type", channels({ channel_types: [99] }), "channel_types.0: BASE_TYPE_CHOICES"],
		["a text input in a message", input("a"), "type: BASE_TYPE_CHOICES"],
	]),
])("a message with %s is refused", async (_what, body, refused) => {
	const found = await refusals(() => post(body));
	expect(found).toEqual([expect.stringContaining(refused)]);
});

test("menus offer what their types and bounds allow, and bring what was picked", async () => {
	const { owner, ordinary, guild, stage, text: channel } = playground.home;
	const role = [...guild.roles.values()].at(1)?.id ?? "";
	act = async (interaction) => {
		if (interaction.isChatInputCommand())
			await interaction.reply(
				layout(
					row({
						...{ type: 8, custom_id: "where", channel_types: [0], min_values: 0, max_values: 2 },
						default_values: [{ id: channel.id, type: "channel" }],
					}),
					row({ type: 7, custom_id: "whom", max_values: 2 }),
				) as never,
			);
		if (interaction.isChannelSelectMenu())
			await interaction.reply(`${interaction.component.id}: ${[...interaction.channels.keys()].join()}`);
		if (interaction.isMentionableSelectMenu())
			await interaction.reply([...interaction.users.keys(), ...interaction.roles.keys()].join());
	};
	const message = await say().firstAnswer();
	const where = (...values: string[]) => playground.select(owner, message, "where", values);
	expect((await where(channel.id).firstAnswer()).content).toBe(`2: ${channel.id}`);
	expect((await where().firstAnswer()).content).toBe("2: ");
	expect(() => where(stage.id)).toThrow(/does not offer/);
	expect(() => where(channel.id, channel.id)).toThrow(/does not take 2/);
	const whom = playground.select(owner, message, "whom", [ordinary.user.id, role]);
	expect((await whom.firstAnswer()).content).toBe([ordinary.user.id, role].join());
});

const modal = (...components: object[]) => ({ title: "All of it", custom_id: "all", components });
const ant = { emoji: { name: "🐜" } };

/** Shows a modal and submits it. @returns what `read` reads from the submission */
const submit = async <T>(shown: object, input: ModalInput, read: (from: ModalSubmitInteraction) => T) => {
	const { promise, resolve } = Promise.withResolvers<T>();
	act = async (interaction) => {
		if (interaction.isChatInputCommand()) await interaction.showModal(shown as never);
		if (!interaction.isModalSubmit()) return;
		resolve(read(interaction));
		await interaction.reply("done");
	};
	const trace = playground.submitModal(playground.home.owner, await say().modal(), input);
	expect((await trace.firstAnswer()).content).toBe("done");
	return promise;
};

test("a modal brings texts, choices, ticked boxes and files, each in its label", async () => {
	const brought = await submit(
		modal(
			text("Please **read** this"),
			label(input("text", { style: 2, value: "as it was" }), { description: "In your words" }),
			label(select({ max_values: 2 })),
			label(radio()),
			label(upload({ max_values: 2, file_types: ["image", ".txt"] })),
		),
		{
			...{ pick: ["0", "2"], radio: "1" },
			files: [playground.upload("a.txt", Buffer.from("words")), playground.upload("b.png", Buffer.from("b"))],
		},
		({ fields, components }) => ({
			types: components.map(({ type, id }) => [type, id]),
			text: fields.getTextInputValue("text"),
			pick: fields.getStringSelectValues("pick"),
			radio: fields.getRadioGroup("radio"),
			files: fields.getUploadedFiles("files")?.map(({ name, size }) => `${name} ${size}`),
		}),
	);
	expect(brought).toEqual({
		types: [
			[10, 1],
			[18, 2],
			[18, 4],
			[18, 6],
			[18, 8],
		],
		...{ text: "as it was", pick: ["0", "2"], radio: "1", files: ["a.txt 5", "b.png 1"] },
	});
	const ticked = await submit(
		modal(label(checks()), label(checkbox("yes"))),
		{ checks: ["1", "2"], yes: true },
		({ fields }) => [fields.getCheckboxGroup("checks"), fields.getCheckbox("yes")],
	);
	expect(ticked).toEqual([["1", "2"], true]);
});

test("a modal's menus bring users, roles and channels", async () => {
	const { ordinary, guild, stage } = playground.home;
	const role = [...guild.roles.values()].at(1)?.id ?? "";
	const brought = await submit(
		modal(
			label(users()),
			label({ type: 6, custom_id: "role" }),
			label({ type: 7, custom_id: "both", max_values: 2 }),
			label(channels({ channel_types: [13] })),
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
			label(checks({ options: chosen })),
			label(checkbox("yes", { default: true })),
			label(users({ default_values: [{ id: owner, type: "user" }] })),
			label(upload({ required: false })),
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
		modal(label(radio({ required: false })), label(checks({ required: false, min_values: 0 }))),
		{},
		({ fields }) => [fields.getRadioGroup("radio"), fields.getCheckboxGroup("checks")],
	);
	expect(empty).toEqual([null, []]);
});

test("the client refuses to submit what a modal doesn't accept", async () => {
	const { owner } = playground.home;
	act = async (interaction) => {
		if (interaction.isChatInputCommand())
			await interaction.showModal(
				modal(
					label(radio()),
					label(checks({ max_values: 2, required: false })),
					label(upload({ file_types: [".ogg"], required: false })),
				) as never,
			);
	};
	const shown = await say().modal();
	const send = (input: ModalInput) => () => playground.submitModal(owner, shown, input);
	expect(send({})).toThrow('"A field" is required');
	expect(send({ radio: "9" })).toThrow("does not offer");
	expect(send({ radio: ["0", "1"] })).toThrow("does not take 2 values");
	expect(send({ radio: "0", checks: ["0", "1", "2"] })).toThrow("does not take 3 values");
	expect(send({ radio: "0", files: ["1"] })).toThrow("was not uploaded");
	expect(send({ radio: "0", files: playground.upload("a.txt", Buffer.from("a")) })).toThrow("a.txt");
});

const selects = (count: number) =>
	Array.from({ length: count }, (_, n) => label(select({ custom_id: `${n}` })));
test.each<Refused>([
	["six fields", modal(...selects(6)), "components: BASE_TYPE_BAD_LENGTH"],
	["a button", modal(row(button("a"))), "components.0.components.0.type: BASE_TYPE_CHOICES"],
	["a field without a label", modal(select()), "components.0.type: BASE_TYPE_CHOICES"],
	["a label of 46", modal(label(select(), { label: "a".repeat(46) })), "components.0.label: BASE_TYPE"],
	["a description of 101", modal(label(select(), { description: "a".repeat(101) })), "components.0.descr"],
	["an empty label", modal({ type: 18, label: "A field" }), "components.0.component: BASE_TYPE_REQUIRED"],
	["a custom id twice", modal(...selects(1), ...selects(1)), `components.1.component.${customId}`],
	...within((field) => modal(label(field)), "components.0.component.", [
		["a label in a label", input("a", { label: "b" }), "label: COMPONENT_LABEL_IN_LABEL"],
		["a disabled menu", select({ disabled: true }), "disabled: COMPONENT_DISABLED"],
		["a required menu of none", select({ min_values: 0 }), "min_values: COMPONENT_REQUIRED"],
		["one radio button", radio({ options: options(1) }), "options: BASE_TYPE_BAD_LENGTH"],
		["eleven radio buttons", radio({ options: options(11) }), "options: BASE_TYPE_BAD_LENGTH"],
		["two radio buttons chosen", radio({ options: options(2, { default: true }) }), tooManyDefaults],
		["an emoji beside a radio button", radio({ options: options(2, ant) }), "options.0.emoji: BASE_TYPE"],
		["eleven checkboxes", checks({ options: options(11) }), "options: BASE_TYPE_BAD_LENGTH"],
		["eleven files", upload({ max_values: 11 }), "max_values: NUMBER_TYPE_MAX"],
		["a checkbox that is required", checkbox("a", { required: true }), "required: BASE_TYPE_UNKNOWN_FIELD"],
	]),
])("a modal with %s is refused", async (_what, shown, refused) => {
	const { promise, resolve } = Promise.withResolvers<string[]>();
	act = async (interaction) => {
		if (!interaction.isChatInputCommand()) return;
		resolve(await refusals(() => interaction.showModal(shown as never)));
	};
	say();
	const [found] = await promise;
	expect(found).toContain(`data.${refused}`);
});

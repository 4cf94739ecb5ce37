import { readFileSync } from "node:fs";
import {
	type ChatInputCommandInteraction,
	type Client,
	ComponentType,
	GatewayIntentBits,
	type Interaction,
	MessageFlags,
	type ModalSubmitInteraction,
	Routes,
} from "discord.js";
import { ApplicationCommandOptionType as Option } from "discord-api-types/v10";
import type { Playground } from "../../src/index.ts";
import {
	button,
	channels,
	checkbox,
	checks,
	container,
	file,
	input,
	label,
	link,
	radio,
	row,
	section,
	select,
	text,
	upload,
	users,
} from "../component-makers.ts";
import { handle, logIn, textOption } from "../support.ts";

/** Commands whose answers contain everything that the page must be able to show. */
const commands = [
	{
		name: "say",
		description: "Says something",
		name_localizations: { de: "sagen" },
		description_localizations: { de: "Sagt etwas" },
		options: [
			textOption("text", { required: true, min_length: 2, max_length: 40 }),
			textOption("voice", { autocomplete: true }),
			textOption("as", {
				choices: [
					{ name: "A file", value: "file" },
					{ name: "A voice message", value: "voice" },
				],
			}),
			{ type: Option.Integer, name: "times", description: "How often", min_value: 1, max_value: 3 },
			{ type: Option.User, name: "for", description: "For whom" },
			{ type: Option.Boolean, name: "loud", description: "Louder" },
			{ type: Option.Attachment, name: "file", description: "A file" },
		],
	},
	{
		name: "show",
		description: "Shows what applications can show",
		options: ["private", "thinking", "components", "modal", "nothing", "voice", "layout", "form"].map(
			(name) => ({ type: Option.Subcommand, name, description: `Shows ${name}`, options: [] }),
		),
	},
	{
		name: "visit",
		description: "Needs nothing",
		options: [
			{ type: Option.Channel, name: "channel", description: "Which one", channel_types: [2] },
			{ type: Option.Boolean, name: "all", description: "Everywhere" },
			textOption("note"),
		],
	},
	{ name: "manage", description: "For managers", default_member_permissions: "32" },
	{ type: 3, name: "Speak" },
];

const named = (...labels: string[]) => labels.map((each) => ({ label: each, value: each.toLowerCase() }));

const described = (each: string, description: string) => ({ ...named(each)[0], description });

const components = (clicked: number) => [
	row(
		button("count", { label: `Clicked ${clicked}`, style: 1 }),
		button("silent", { label: "Silent", style: 4 }),
		button("off", { label: "Off", disabled: true }),
		button("ask", { label: "Ask" }),
	),
	row(select({ placeholder: "A colour", options: [described("Red", "Like a rose"), ...named("Blue")] })),
];

/** Three seconds of a sine wave, in Ogg Opus. */
const sine = readFileSync(new URL("sine.ogg", import.meta.url));
/** A picture of 64 by 64 pixels, as PNG. */
const picture = readFileSync(new URL("square.png", import.meta.url));
const waveform = Buffer.from(Array.from({ length: 30 }, (_, at) => (at % 3 ? 100 : 250))).toString("base64");

const sendVoiceMessage = async (interaction: ChatInputCommandInteraction): Promise<void> => {
	const attachment = { id: "0", filename: "sine.ogg", duration_secs: 3.2, waveform };
	await interaction.client.rest.post(Routes.interactionCallback(interaction.id, interaction.token), {
		auth: false,
		files: [{ name: "sine.ogg", data: sine, contentType: "audio/ogg" }],
		body: { type: 4, data: { flags: MessageFlags.IsVoiceMessage, attachments: [attachment] } },
	});
};

/** A layout with every kind of component that a message may have. */
const layout = (userId: string, box = "In a box") => {
	const media = { url: "attachment://picture.png" };
	const inBox = container(
		section(
			{ type: 11, media, description: "A small square" },
			text("**A section**"),
			text("with a thumbnail"),
		),
		{ type: 14, divider: true, spacing: 2 },
		{
			type: 12,
			items: [
				{ media, description: "A square" },
				{ media: { url: "https://example.com/far.png" }, description: "Far away" },
				{ media, description: "A hidden square", spoiler: true },
			],
		},
		file("attachment://words.txt"),
		row(button("count", { label: box, style: 1 })),
	);
	const chosen = { min_values: 0, max_values: 2, default_values: [{ id: userId, type: "user" }] };
	return [
		text(`# A layout\nfor <@${userId}>`),
		{ ...inBox, accent_color: 0x2f_6f_9f },
		section(link("https://example.com/more", { label: "More" }), text("A section with a button")),
		row(users({ custom_id: "people", placeholder: "People", ...chosen })),
		section(button("remove", { label: "Remove it", style: 4 }), text("A section with its button")),
		text("Where it is heard"),
		row(channels({ custom_id: "place", placeholder: "A voice channel", channel_types: [2] })),
		{ ...container(text("The end of the story")), spoiler: true },
	];
};

const modal = {
	custom_id: "ask",
	title: "A question",
	components: [
		text("Answer **frankly**."),
		label(input("answer"), { label: "Your answer" }),
		label(select({ custom_id: "sure", options: named("Quite", "Very") }), { label: "How sure" }),
	],
};

const often = { custom_id: "often", options: [described("Daily", "At noon"), ...named("Weekly")] };
const days = { custom_id: "days", max_values: 2, options: named("Monday", "Tuesday", "Friday") };
const notes = { custom_id: "notes", max_values: 2, required: false, file_types: [".txt"] };
/** A modal with the kinds of field that `modal` doesn't have. */
const form = {
	custom_id: "fill",
	title: "A form",
	components: [
		label(radio(often), { label: "How often", description: "You can change it later." }),
		label(checks(days), { label: "Which days" }),
		label(upload(notes), { label: "Your notes", description: "Text files" }),
		label(checkbox("news"), { label: "Tell me about news" }),
		label(channels({ channel_types: [0, 2] }), { label: "Where" }),
	],
};

const readForm = ({ fields }: ModalSubmitInteraction) =>
	[
		fields.getRadioGroup("often"),
		...fields.getCheckboxGroup("days"),
		...(fields.getUploadedFiles("notes")?.map(({ name, size }) => `${name} (${size} bytes)`) ?? []),
		fields.getCheckbox("news") ? "news" : "no news",
		...(fields.getSelectedChannels("where")?.map((channel) => channel && "name" in channel && channel.name) ??
			[]),
	].join(", ");

const show = async (interaction: ChatInputCommandInteraction): Promise<unknown> => {
	switch (interaction.options.getSubcommand()) {
		case "private":
			return interaction.reply({ content: "Just for you", flags: MessageFlags.Ephemeral });
		case "thinking":
			return interaction.deferReply();
		case "components":
			return interaction.reply({ content: "Choose:", components: components(0) as never });
		case "layout":
			return interaction.reply({
				flags: MessageFlags.IsComponentsV2,
				components: layout(interaction.user.id) as never,
				files: [
					{ attachment: picture, name: "picture.png" },
					{ attachment: Buffer.from("one\n"), name: "words.txt" },
				],
			});
		case "voice":
			return sendVoiceMessage(interaction);
		case "modal":
			return interaction.showModal(modal as never);
		case "form":
			return interaction.showModal(form as never);
		default:
			return undefined;
	}
};

let clicked = 0;

const answer = async (interaction: Interaction): Promise<unknown> => {
	if (interaction.isAutocomplete()) {
		const typed = interaction.options.getFocused().toLowerCase();
		return interaction.respond(
			["Kore", "Puck", "Leda"]
				.filter((name) => name.toLowerCase().includes(typed))
				.map((name) => ({ name: `${name} the voice`, value: name })),
		);
	}
	if (interaction.isChatInputCommand() && interaction.commandName === "show") return show(interaction);
	if (interaction.isChatInputCommand()) {
		const values = interaction.options.data.map(({ name, value }) => `${name}=${value}`).sort();
		const given = interaction.options.getAttachment("file");
		const ofFile = given ? `${given.name} (${given.size} bytes)` : "";
		return interaction.reply(`${interaction.locale} ${values.join(" ")} ${ofFile}`);
	}
	if (interaction.isMessageContextMenuCommand())
		return interaction.reply({ content: `Spoken: ${interaction.targetId}`, flags: MessageFlags.Ephemeral });
	if (interaction.isButton() && interaction.customId === "count") {
		clicked += 1;
		const now = interaction.message.flags.has(MessageFlags.IsComponentsV2)
			? layout(interaction.user.id, `Clicked ${clicked}`)
			: components(clicked);
		return interaction.update({ components: now as never });
	}
	if (interaction.isButton() && interaction.customId === "ask") return interaction.showModal(modal as never);
	if (interaction.isMessageComponent() && interaction.componentType === ComponentType.StringSelect)
		return interaction.reply(`Picked ${interaction.values.join()}`);
	if (interaction.isUserSelectMenu() || interaction.isChannelSelectMenu())
		return interaction.reply(`Picked ${interaction.values.length}`);
	if (interaction.isModalSubmit() && interaction.customId === "fill")
		return interaction.reply(readForm(interaction));
	if (interaction.isModalSubmit() && interaction.isFromMessage())
		return interaction.update({ content: "Asked", components: components(0).slice(1) as never });
	if (interaction.isModalSubmit())
		return interaction.reply(
			`Answered ${interaction.fields.getTextInputValue("answer")}, ${interaction.fields.getStringSelectValues("sure").join()} sure`,
		);
	return undefined;
};

/** Logs in a bot that shows everything that the page must be able to show. */
export const startShowBot = async (playground: Playground): Promise<Client<true>> => {
	clicked = 0;
	const { Guilds, GuildMessages, GuildMessageTyping } = GatewayIntentBits;
	const client = await logIn(playground, commands, [Guilds, GuildMessages, GuildMessageTyping]);
	handle(client, answer);
	return client;
};

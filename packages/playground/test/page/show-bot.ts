import { readFileSync } from "node:fs";
import {
	ActionRowBuilder,
	type APIMessageTopLevelComponent,
	ButtonBuilder,
	ButtonStyle,
	ChannelType,
	type ChatInputCommandInteraction,
	type Client,
	ComponentType,
	GatewayIntentBits,
	type Interaction,
	MessageFlags,
	type ModalSubmitInteraction,
	Routes,
	SelectMenuDefaultValueType,
	SeparatorSpacingSize,
	StringSelectMenuBuilder,
	TextInputStyle,
} from "discord.js";
import { ApplicationCommandOptionType as Option } from "discord-api-types/v10";
import type { Playground } from "../../src/index.ts";
import { handle, logIn } from "../support.ts";

const text = (name: string, more: object = {}) => ({
	type: Option.String,
	name,
	description: `The ${name}`,
	...more,
});
const sub = (name: string, options: object[] = []) => ({
	type: Option.Subcommand,
	name,
	description: `Shows ${name}`,
	options,
});

/** Commands whose answers contain everything that the page must be able to show. */
const commands = [
	{
		name: "say",
		description: "Says something",
		name_localizations: { de: "sagen" },
		description_localizations: { de: "Sagt etwas" },
		options: [
			text("text", { required: true, min_length: 2, max_length: 40 }),
			text("voice", { autocomplete: true }),
			text("as", {
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
			(name) => sub(name),
		),
	},
	{
		name: "visit",
		description: "Needs nothing",
		options: [
			{ type: Option.Channel, name: "channel", description: "Which one", channel_types: [2] },
			{ type: Option.Boolean, name: "all", description: "Everywhere" },
			text("note"),
		],
	},
	{ name: "manage", description: "For managers", default_member_permissions: "32" },
	{ type: 3, name: "Speak" },
];

const components = (clicked: number) => [
	new ActionRowBuilder<ButtonBuilder>().addComponents(
		new ButtonBuilder().setCustomId("count").setLabel(`Clicked ${clicked}`).setStyle(ButtonStyle.Primary),
		new ButtonBuilder().setCustomId("silent").setLabel("Silent").setStyle(ButtonStyle.Danger),
		new ButtonBuilder().setCustomId("off").setLabel("Off").setStyle(ButtonStyle.Secondary).setDisabled(true),
		new ButtonBuilder().setCustomId("ask").setLabel("Ask").setStyle(ButtonStyle.Secondary),
	),
	new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(
		new StringSelectMenuBuilder()
			.setCustomId("pick")
			.setPlaceholder("A colour")
			.addOptions(
				{ label: "Red", value: "red", description: "Like a rose" },
				{ label: "Blue", value: "blue" },
			),
	),
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
const layout = (userId: string, label = "In a box"): APIMessageTopLevelComponent[] => {
	const media = { url: "attachment://picture.png" };
	return [
		{ type: ComponentType.TextDisplay, content: `# A layout\nfor <@${userId}>` },
		{
			type: ComponentType.Container,
			accent_color: 0x2f_6f_9f,
			components: [
				{
					type: ComponentType.Section,
					components: [
						{ type: ComponentType.TextDisplay, content: "**A section**" },
						{ type: ComponentType.TextDisplay, content: "with a thumbnail" },
					],
					accessory: { type: ComponentType.Thumbnail, media, description: "A small square" },
				},
				{ type: ComponentType.Separator, divider: true, spacing: SeparatorSpacingSize.Large },
				{
					type: ComponentType.MediaGallery,
					items: [
						{ media, description: "A square" },
						{ media: { url: "https://example.com/far.png" }, description: "Far away" },
						{ media, description: "A hidden square", spoiler: true },
					],
				},
				{ type: ComponentType.File, file: { url: "attachment://words.txt" } },
				{
					type: ComponentType.ActionRow,
					components: [{ type: ComponentType.Button, style: ButtonStyle.Primary, custom_id: "count", label }],
				},
			],
		},
		{
			type: ComponentType.Section,
			components: [{ type: ComponentType.TextDisplay, content: "A section with a button" }],
			accessory: {
				type: ComponentType.Button,
				style: ButtonStyle.Link,
				url: "https://example.com/more",
				label: "More",
			},
		},
		{
			type: ComponentType.ActionRow,
			components: [
				{
					type: ComponentType.UserSelect,
					custom_id: "people",
					placeholder: "People",
					min_values: 0,
					max_values: 2,
					default_values: [{ id: userId, type: SelectMenuDefaultValueType.User }],
				},
			],
		},
		{
			type: ComponentType.Section,
			components: [{ type: ComponentType.TextDisplay, content: "A section with its button" }],
			accessory: {
				type: ComponentType.Button,
				style: ButtonStyle.Danger,
				custom_id: "remove",
				label: "Remove it",
			},
		},
		{ type: ComponentType.TextDisplay, content: "Where it is heard" },
		{
			type: ComponentType.ActionRow,
			components: [
				{
					type: ComponentType.ChannelSelect,
					custom_id: "place",
					placeholder: "A voice channel",
					channel_types: [ChannelType.GuildVoice],
				},
			],
		},
		{
			type: ComponentType.Container,
			spoiler: true,
			components: [{ type: ComponentType.TextDisplay, content: "The end of the story" }],
		},
	];
};

const modal = {
	custom_id: "ask",
	title: "A question",
	components: [
		{ type: ComponentType.TextDisplay as const, content: "Answer **frankly**." },
		{
			type: ComponentType.Label as const,
			label: "Your answer",
			component: {
				type: ComponentType.TextInput as const,
				custom_id: "answer",
				style: TextInputStyle.Short as const,
			},
		},
		{
			type: ComponentType.Label as const,
			label: "How sure",
			component: {
				type: ComponentType.StringSelect as const,
				custom_id: "sure",
				options: [
					{ label: "Quite", value: "quite" },
					{ label: "Very", value: "very" },
				],
			},
		},
	],
};

const options = (...labels: string[]) => labels.map((label) => ({ label, value: label.toLowerCase() }));

/** A modal with the kinds of field that `modal` doesn't have. */
const form = {
	custom_id: "fill",
	title: "A form",
	components: [
		{
			type: ComponentType.Label as const,
			label: "How often",
			description: "You can change it later.",
			component: {
				type: ComponentType.RadioGroup as const,
				custom_id: "often",
				options: [{ label: "Daily", value: "daily", description: "At noon" }, ...options("Weekly")],
			},
		},
		{
			type: ComponentType.Label as const,
			label: "Which days",
			component: {
				type: ComponentType.CheckboxGroup as const,
				custom_id: "days",
				max_values: 2,
				options: options("Monday", "Tuesday", "Friday"),
			},
		},
		{
			type: ComponentType.Label as const,
			label: "Your notes",
			description: "Text files",
			component: {
				type: ComponentType.FileUpload as const,
				custom_id: "notes",
				max_values: 2,
				required: false,
				file_types: [".txt" as const],
			},
		},
		{
			type: ComponentType.Label as const,
			label: "Tell me about news",
			component: { type: ComponentType.Checkbox as const, custom_id: "news" },
		},
		{
			type: ComponentType.Label as const,
			label: "Where",
			component: {
				type: ComponentType.ChannelSelect as const,
				custom_id: "where",
				channel_types: [ChannelType.GuildText, ChannelType.GuildVoice] as ChannelType[],
			},
		},
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
			return interaction.reply({ content: "Choose:", components: components(0) });
		case "layout":
			return interaction.reply({
				flags: MessageFlags.IsComponentsV2,
				components: layout(interaction.user.id),
				files: [
					{ attachment: picture, name: "picture.png" },
					{ attachment: Buffer.from("one\n"), name: "words.txt" },
				],
			});
		case "voice":
			return sendVoiceMessage(interaction);
		case "modal":
			return interaction.showModal(modal);
		case "form":
			return interaction.showModal(form);
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
		const given = interaction.options.data.map(({ name, value }) => `${name}=${value}`).sort();
		const file = interaction.options.getAttachment("file");
		const ofFile = file ? `${file.name} (${file.size} bytes)` : "";
		return interaction.reply(`${interaction.locale} ${given.join(" ")} ${ofFile}`);
	}
	if (interaction.isMessageContextMenuCommand())
		return interaction.reply({ content: `Spoken: ${interaction.targetId}`, flags: MessageFlags.Ephemeral });
	if (interaction.isButton() && interaction.customId === "count") {
		clicked += 1;
		const now = interaction.message.flags.has(MessageFlags.IsComponentsV2)
			? layout(interaction.user.id, `Clicked ${clicked}`)
			: components(clicked);
		return interaction.update({ components: now });
	}
	if (interaction.isButton() && interaction.customId === "ask") return interaction.showModal(modal);
	if (interaction.isMessageComponent() && interaction.componentType === ComponentType.StringSelect)
		return interaction.reply(`Picked ${interaction.values.join()}`);
	if (interaction.isUserSelectMenu() || interaction.isChannelSelectMenu())
		return interaction.reply(`Picked ${interaction.values.length}`);
	if (interaction.isModalSubmit() && interaction.customId === "fill")
		return interaction.reply(readForm(interaction));
	if (interaction.isModalSubmit() && interaction.isFromMessage())
		return interaction.update({ content: "Asked", components: components(0).slice(1) });
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

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
import type { Playground } from "../../src/index.ts";
import { handle, logIn } from "../support.ts";
import shown from "./show-bot.json" with { type: "json" };

// The answers to these commands contain everything that the page must be able to show. `modal` and `form` together have
// every kind of field, `layout` every kind of component that a message may have.
const { commands, modal, form } = shown;

let clicked = 0;

/** Copies components, with a user's id instead of USER. After clicks, the button that counts them says how many. */
const fill = (components: object[], { user }: Interaction): never =>
	JSON.parse(
		JSON.stringify(components)
			.replaceAll("USER", user.id)
			.replace(/Clicked 0|In a box/, (label) => (clicked > 0 ? `Clicked ${clicked}` : label)),
	) as never;

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
			return interaction.reply({ content: "Choose:", components: fill(shown.components, interaction) });
		case "layout":
			return interaction.reply({
				flags: MessageFlags.IsComponentsV2,
				components: fill(shown.layout, interaction),
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
		const isLayout = interaction.message.flags.has(MessageFlags.IsComponentsV2);
		return interaction.update({ components: fill(isLayout ? shown.layout : shown.components, interaction) });
	}
	if (interaction.isButton() && interaction.customId === "ask") return interaction.showModal(modal as never);
	if (interaction.isMessageComponent() && interaction.componentType === ComponentType.StringSelect)
		return interaction.reply(`Picked ${interaction.values.join()}`);
	if (interaction.isUserSelectMenu() || interaction.isChannelSelectMenu())
		return interaction.reply(`Picked ${interaction.values.length}`);
	if (interaction.isModalSubmit() && interaction.customId === "fill")
		return interaction.reply(readForm(interaction));
	if (interaction.isModalSubmit() && interaction.isFromMessage())
		return interaction.update({ content: "Asked", components: fill(shown.components.slice(1), interaction) });
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

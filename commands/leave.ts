import { textsFor } from "../src/texts/index.ts";
import { slashCommand } from "./services.ts";

export const leave = slashCommand({
	declaration: { name: "leave" },
	async execute(interaction, _, { voice }) {
		await interaction.deferReply();
		const channelId = await voice.leave(interaction.member);
		const content = textsFor(interaction.locale)("channel.gone", { channel: `<#${channelId}>` });
		await interaction.editReply(content);
	},
});

import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { noMentions } from "../src/discord/respond.ts";
import { textsFor } from "../src/discord/texts/index.ts";
import { slashCommand } from "./services.ts";

export const skip = slashCommand({
	declaration: { name: "skip", options: { all: { type: ApplicationCommandOptionType.Boolean } } },
	async execute(interaction, { all }, { voice }) {
		const count = voice.skip(interaction.member, all ? "mine" : "current").length;
		await interaction.reply({
			content: textsFor(interaction.locale)("channel.skipped.count", { count }),
			allowedMentions: noMentions,
		});
	},
});

import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { textsFor } from "../src/texts/index.ts";
import { slashCommand } from "./services.ts";

export const skip = slashCommand({
	declaration: { name: "skip", options: { all: { type: ApplicationCommandOptionType.Boolean } } },
	async execute(interaction, { all }, { voice }) {
		const t = textsFor(interaction.locale);
		const { member } = interaction;
		const isPage = !all && voice.skip(member, "current").priority === "page";
		const count = all ? voice.skipAll(member) : 1;
		await interaction.reply(isPage ? t("channel.skipped.page") : t("channel.skipped.count", { count }));
	},
});

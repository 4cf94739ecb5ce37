import { noMentions } from "../src/discord/respond.ts";
import { textsFor } from "../src/discord/texts/index.ts";
import { slashCommand } from "./services.ts";

export const stop = slashCommand({
	declaration: { name: "stop" },
	async execute(interaction, _, { voice }) {
		const count = voice.stop(interaction.member).length;
		await interaction.reply({
			content: textsFor(interaction.locale)("channel.stopped.count", { count }),
			allowedMentions: noMentions,
		});
	},
});

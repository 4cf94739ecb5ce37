import { textsFor } from "../src/texts/index.ts";
import { slashCommand } from "./services.ts";

export const stop = slashCommand({
	declaration: { name: "stop" },
	async execute(interaction, _, { voice }) {
		const t = textsFor(interaction.locale);
		const stopped = voice.stop(interaction.member);
		const others = stopped.filter(({ priority }) => priority !== "page").length;
		const lines = [
			...(others > 0 ? [t("channel.stopped.count", { count: others })] : []),
			...(others < stopped.length ? [t("channel.stopped.page")] : []),
		];
		await interaction.reply(lines.join("\n"));
	},
});

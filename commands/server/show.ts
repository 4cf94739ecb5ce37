import { respondPrivately } from "../../src/discord/respond.ts";
import { textsFor } from "../../src/texts/index.ts";
import { subcommand } from "../services.ts";
import { describeServer } from "./describe-server.ts";

export const show = subcommand({
	options: {},
	async execute(interaction, _, services) {
		const t = textsFor(interaction.locale);
		await respondPrivately(interaction, await describeServer(interaction.guildId, services, t));
	},
});

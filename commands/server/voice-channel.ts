import { MessageFlags } from "discord.js";
import { respondPrivately } from "../../src/discord/respond.ts";
import { textsFor } from "../../src/texts/index.ts";
import { subcommand } from "../services.ts";
import { describeVoiceChannels } from "./describe-server.ts";
import { reset } from "./reset-option.ts";
import { settingOptions } from "./setting-options.ts";

const { options, readChange } = settingOptions({
	alone: "aloneSeconds",
	idle: "idleSeconds",
	text: "textSeconds",
	volume: "volumeDb",
});

export const voiceChannel = subcommand({
	options: { ...options, reset },
	async execute(interaction, args, { store: { settings } }) {
		const { guildId, locale } = interaction;
		await interaction.deferReply({ flags: MessageFlags.Ephemeral });
		await settings.changeGuild(guildId, readChange(args, guildId));
		await respondPrivately(
			interaction,
			describeVoiceChannels(await settings.readGuild(guildId), textsFor(locale)),
		);
	},
});

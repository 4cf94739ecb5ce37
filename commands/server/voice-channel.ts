import { MessageFlags } from "discord.js";
import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { respondPrivately } from "../../src/discord/respond.ts";
import { textsFor } from "../../src/discord/texts/index.ts";
import { subcommand } from "../services.ts";
import { describeVoiceChannels } from "./describe-server.ts";
import { reset } from "./reset-option.ts";

const { Integer } = ApplicationCommandOptionType;

export const voiceChannel = subcommand({
	options: {
		alone: { type: Integer, min_value: 5, max_value: 86_400 },
		idle: { type: Integer, min_value: 10, max_value: 86_400 },
		text: { type: Integer, min_value: 5, max_value: 600 },
		volume: { type: Integer, min_value: -12, max_value: 6 },
		reset,
	},
	async execute(interaction, args, { store: { guildVoice } }) {
		const { guildId, locale } = interaction;
		const change = {
			...(args.reset && { aloneSeconds: null, idleSeconds: null, textSeconds: null, volumeDb: null }),
			...(args.alone !== undefined && { aloneSeconds: args.alone }),
			...(args.idle !== undefined && { idleSeconds: args.idle }),
			...(args.text !== undefined && { textSeconds: args.text }),
			...(args.volume !== undefined && { volumeDb: args.volume }),
		};
		await interaction.deferReply({ flags: MessageFlags.Ephemeral });
		if (Object.keys(change).length > 0) await guildVoice.change(guildId, change);
		await respondPrivately(
			interaction,
			describeVoiceChannels(await guildVoice.read(guildId), textsFor(locale)),
		);
	},
});

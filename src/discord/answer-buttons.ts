import { ActionRowBuilder, ButtonBuilder, ButtonStyle } from "discord.js";
import { sayRoutes } from "./routes.ts";
import type { Translate } from "./texts/index.ts";

/** The buttons under a spoken answer; they are `say`'s, and act on the text remembered as `id`. */
export const answerButtons = (
	id: string,
	isVoiceMessage: boolean,
	t: Translate,
): ActionRowBuilder<ButtonBuilder> =>
	new ActionRowBuilder<ButtonBuilder>().addComponents(
		new ButtonBuilder()
			.setCustomId(sayRoutes.revoice.to({ answer: id }))
			.setLabel(t("button.another_voice"))
			.setStyle(ButtonStyle.Secondary),
		new ButtonBuilder()
			.setCustomId(sayRoutes[isVoiceMessage ? "file" : "voicemessage"].to({ answer: id }))
			.setLabel(t(isVoiceMessage ? "button.as_file" : "button.as_voice_message"))
			.setStyle(ButtonStyle.Secondary),
	);

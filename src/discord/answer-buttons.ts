import { ActionRowBuilder, ButtonBuilder, ButtonStyle } from "discord.js";
import { routeId } from "./command.ts";
import type { Translate } from "./texts/index.ts";

/** The buttons under a spoken answer; they are `say`'s, and act on the text remembered as `id`. */
export const answerButtons = (
	id: string,
	isVoiceMessage: boolean,
	t: Translate,
): ActionRowBuilder<ButtonBuilder> =>
	new ActionRowBuilder<ButtonBuilder>().addComponents(
		new ButtonBuilder()
			.setCustomId(routeId("say", "revoice", id))
			.setLabel(t("button.another_voice"))
			.setStyle(ButtonStyle.Secondary),
		new ButtonBuilder()
			.setCustomId(routeId("say", isVoiceMessage ? "file" : "voicemessage", id))
			.setLabel(t(isVoiceMessage ? "button.as_file" : "button.as_voice_message"))
			.setStyle(ButtonStyle.Secondary),
	);

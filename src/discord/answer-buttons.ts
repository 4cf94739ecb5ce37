import { ActionRowBuilder, ButtonBuilder, ButtonStyle } from "discord.js";
import type { Translate } from "../texts/index.ts";
import { sayRoutes } from "./routes.ts";

/** What is under a spoken answer. */
export interface AnsweredText {
	/** Under which it is remembered. */
	readonly id: string;
	readonly isVoiceMessage: boolean;
	/** Whether it names its speakers itself. */
	readonly isDialogue: boolean;
}

/** The buttons under a spoken answer; they are `say`'s. */
export const answerButtons = (
	{ id, isVoiceMessage, isDialogue }: AnsweredText,
	t: Translate,
): ActionRowBuilder<ButtonBuilder> =>
	new ActionRowBuilder<ButtonBuilder>().addComponents(
		...(isDialogue
			? []
			: [
					new ButtonBuilder()
						.setCustomId(sayRoutes.revoice.to({ answer: id }))
						.setLabel(t("button.another_voice"))
						.setStyle(ButtonStyle.Secondary),
				]),
		new ButtonBuilder()
			.setCustomId(sayRoutes[isVoiceMessage ? "file" : "voicemessage"].to({ answer: id }))
			.setLabel(t(isVoiceMessage ? "button.as_file" : "button.as_voice_message"))
			.setStyle(ButtonStyle.Secondary),
	);

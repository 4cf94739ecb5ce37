import { ActionRowBuilder, ButtonBuilder, ButtonStyle } from "discord.js";
import type { Translate } from "../texts/index.ts";
import { sayRoutes } from "./routes.ts";

/**
 * The buttons under a text that is spoken in a channel.
 *
 * @param answerId - of the remembered text
 * @param textId - of the text in the queue; undefined once it has ended
 */
export const channelButtons = (
	answerId: string,
	textId: string | undefined,
	t: Translate,
): ActionRowBuilder<ButtonBuilder> => {
	const button = (customId: string, label: string) =>
		new ButtonBuilder().setCustomId(customId).setLabel(label).setStyle(ButtonStyle.Secondary);
	const queueButtons =
		textId === undefined
			? []
			: [
					button(sayRoutes.skip.to({ text: textId }), t("button.skip")),
					button(sayRoutes.stop.to({ text: textId }), t("button.stop")),
				];
	return new ActionRowBuilder<ButtonBuilder>().addComponents(
		...queueButtons,
		button(sayRoutes.file.to({ answer: answerId }), t("button.as_file")),
	);
};

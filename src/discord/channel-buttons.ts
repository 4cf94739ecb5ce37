import { ActionRowBuilder, ButtonBuilder, ButtonStyle } from "discord.js";
import { routeId } from "./command.ts";
import type { Translate } from "./texts/index.ts";

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
	const button = (route: string, argument: string, label: string) =>
		new ButtonBuilder()
			.setCustomId(routeId("say", route, argument))
			.setLabel(label)
			.setStyle(ButtonStyle.Secondary);
	const queueButtons =
		textId === undefined
			? []
			: [button("skip", textId, t("button.skip")), button("stop", textId, t("button.stop"))];
	return new ActionRowBuilder<ButtonBuilder>().addComponents(
		...queueButtons,
		button("file", answerId, t("button.as_file")),
	);
};

import { ActionRowBuilder, ButtonBuilder, ButtonStyle } from "discord.js";
import type { ProblemDetail } from "../shared/problem.ts";
import type { Translate } from "../texts/index.ts";
import { redeemRoutes, sayRoutes } from "./routes.ts";

/** @returns the buttons under a Problem's sentence that help to solve it, or to speak the text once it is solved */
export const problemButtons = (detail: ProblemDetail, t: Translate): ActionRowBuilder<ButtonBuilder>[] => {
	if (!("again" in detail) && detail.kind !== "out_of_credit") return [];
	const { again } = detail;
	const buttons = [
		...(detail.kind === "out_of_credit"
			? [
					new ButtonBuilder()
						.setCustomId(redeemRoutes.open.to({ answer: again ?? "" }))
						.setLabel(t("button.redeem"))
						.setStyle(ButtonStyle.Primary),
				]
			: []),
		...(again !== undefined
			? [
					new ButtonBuilder()
						.setCustomId(sayRoutes.again.to({ answer: again }))
						.setLabel(t("button.again"))
						.setStyle(ButtonStyle.Secondary),
				]
			: []),
	];
	return buttons.length > 0 ? [new ActionRowBuilder<ButtonBuilder>().addComponents(buttons)] : [];
};

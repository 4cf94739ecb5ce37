import { ActionRowBuilder, ButtonBuilder, ButtonStyle } from "discord.js";
import type { ProblemDetail } from "../problem.ts";
import { redeemRoutes } from "./routes.ts";
import type { Translate } from "./texts/index.ts";

/** @returns the buttons under a Problem's sentence that help to solve it */
export const problemButtons = (detail: ProblemDetail, t: Translate): ActionRowBuilder<ButtonBuilder>[] =>
	detail.kind === "out_of_credit"
		? [
				new ActionRowBuilder<ButtonBuilder>().addComponents(
					new ButtonBuilder()
						.setCustomId(redeemRoutes.open.to({ answer: detail.again ?? "" }))
						.setLabel(t("button.redeem"))
						.setStyle(ButtonStyle.Primary),
				),
			]
		: [];

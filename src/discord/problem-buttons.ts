import { ActionRowBuilder, ButtonBuilder, ButtonStyle } from "discord.js";
import type { ProblemDetail } from "../problem.ts";
import { routeId } from "./command.ts";
import type { Translate } from "./texts/index.ts";

/** @returns what a member can press to mend a Problem, under its sentence */
export const problemButtons = (detail: ProblemDetail, t: Translate): ActionRowBuilder<ButtonBuilder>[] =>
	detail.kind === "out_of_credit"
		? [
				new ActionRowBuilder<ButtonBuilder>().addComponents(
					new ButtonBuilder()
						.setCustomId(routeId("redeem", "open", detail.again ?? ""))
						.setLabel(t("button.redeem"))
						.setStyle(ButtonStyle.Primary),
				),
			]
		: [];

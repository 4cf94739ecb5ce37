import type { RepliableInteraction } from "discord.js";
import type { AnswersUnderWay } from "./answers-under-way.ts";

/** Acknowledges an interaction where that hasn't happened yet: a public answer follows. */
export const acknowledge = async (
	interaction: RepliableInteraction<"cached">,
	{ underWay }: { readonly underWay: AnswersUnderWay },
): Promise<void> => {
	if (interaction.deferred) return;
	await underWay.begin(interaction);
	await interaction.deferReply();
};

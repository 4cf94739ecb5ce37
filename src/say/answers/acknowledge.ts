import { MessageFlags, type RepliableInteraction } from "discord.js";
import { isHidden } from "../../discord/place.ts";
import type { PendingAnswers } from "./pending-answers.ts";

interface Acknowledgement {
	/** Whether only the member sees the answer. */
	readonly isPrivate?: boolean;
	/** The fingerprint of a redemption's code. */
	readonly code?: string | undefined;
}

/** Acknowledges an interaction where that hasn't happened yet, once it is stored that its answer is under way. */
export const acknowledge = async (
	interaction: RepliableInteraction,
	{ pendingAnswers }: { readonly pendingAnswers: PendingAnswers },
	{ isPrivate = false, code }: Acknowledgement = {},
): Promise<void> => {
	if (interaction.deferred) return;
	await pendingAnswers.begin(interaction, code);
	await interaction.deferReply(isPrivate || isHidden(interaction) ? { flags: MessageFlags.Ephemeral } : {});
};

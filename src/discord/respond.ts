import { type AttachmentPayload, MessageFlags, type RepliableInteraction } from "discord.js";
import { isRefusal } from "./api-error.ts";
import type { ButtonRow } from "./buttons.ts";
import { contentMax } from "./limits.ts";
import { cutText } from "./show-text.ts";

/**
 * The answer couldn't be sent although the action succeeded, so no error message may replace it. `cause` has the
 * reason.
 */
export class AnswerFailure extends Error {
	override readonly name = "AnswerFailure";
}

/** Deletes a public "thinking…", unless a moderator already has. */
const takeAway = async (interaction: RepliableInteraction): Promise<void> => {
	try {
		await interaction.deleteReply();
	} catch (error) {
		if (!isGone(error)) throw error;
	}
};

export const isGone = (error: unknown): boolean => isRefusal(error, "UnknownMessage");

/**
 * Answers only the requester, whatever was sent before. A public "thinking…" is deleted first, because the first
 * follow-up after a defer has the defer's visibility.
 *
 * @returns the message's id, or `@original` for the interaction's own answer
 */
export const respondPrivately = async (
	interaction: RepliableInteraction,
	content: string,
	components: readonly ButtonRow[] = [],
	files: readonly AttachmentPayload[] = [],
): Promise<string> => {
	// The longest possible list of a server's settings, in a language with long words, is longer than a message may be.
	const message = {
		content: cutText(content, contentMax),
		components: [...components],
		...(files.length > 0 && { files: [...files] }),
	};
	if (interaction.deferred && !interaction.replied && interaction.ephemeral) {
		await interaction.editReply(message);
		return "@original";
	}
	const privately = { ...message, flags: MessageFlags.Ephemeral } as const;
	if (!interaction.deferred && !interaction.replied) {
		await interaction.reply(privately);
		return "@original";
	}
	// `ephemeral` is null if a button was pressed whose handler only changes the button's message.
	if (interaction.deferred && interaction.ephemeral === false) await takeAway(interaction);
	return (await interaction.followUp(privately)).id;
};

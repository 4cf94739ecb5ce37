import {
	type ActionRowBuilder,
	type ButtonBuilder,
	MessageFlags,
	type MessageMentionOptions,
	type RepliableInteraction,
} from "discord.js";

/** No reply of Herald notifies anybody. */
export const noMentions: MessageMentionOptions = { parse: [] };

/**
 * Tells the requester alone, whatever has been answered so far: a public "thinking…" is taken away first, since the
 * first follow-up after a defer would have the defer's visibility.
 */
export const respondPrivately = async (
	interaction: RepliableInteraction,
	content: string,
	components: readonly ActionRowBuilder<ButtonBuilder>[] = [],
): Promise<void> => {
	const message = { content, components: [...components], allowedMentions: noMentions };
	if (interaction.deferred && !interaction.replied && interaction.ephemeral) {
		await interaction.editReply(message);
		return;
	}
	const privately = { ...message, flags: MessageFlags.Ephemeral } as const;
	if (!interaction.deferred && !interaction.replied) {
		await interaction.reply(privately);
		return;
	}
	if (interaction.deferred && !interaction.ephemeral) await interaction.deleteReply();
	await interaction.followUp(privately);
};

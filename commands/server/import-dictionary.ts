import { type Attachment, type ChatInputCommandInteraction, MessageFlags } from "discord.js";
import { readTextFile } from "../../src/discord/fetch-attachment.ts";
import { respondPrivately } from "../../src/discord/respond.ts";
import { readDictionaryLines } from "../../src/reading/dictionary-lines.ts";
import { textsFor } from "../../src/texts/index.ts";
import type { Services } from "../services.ts";
import { fitLines } from "./fit-lines.ts";

/** Replaces a guild's dictionary by a file's lines, and reports those that can't be used. */
export const importDictionary = async (
	interaction: ChatInputCommandInteraction<"cached">,
	file: Attachment,
	{ say, store }: Services,
): Promise<void> => {
	const t = textsFor(interaction.locale);
	const { guildId } = interaction;
	await interaction.deferReply({ flags: MessageFlags.Ephemeral });
	const lines = await readTextFile(interaction.client, file);
	if (!lines) return respondPrivately(interaction, t("dictionary.bad_file"));
	const { words } = await say.readRules(guildId);
	const { entries, refused } = await readDictionaryLines(lines, (said) => words.areIn(said));
	const isUsable = entries.length > 0 || refused.length === 0;
	if (isUsable) await store.dictionary.change(guildId, () => entries);
	const outcome = isUsable
		? t("dictionary.imported", { total: entries.length })
		: t("dictionary.not_imported");
	if (refused.length === 0) return respondPrivately(interaction, outcome);
	const describe = ({ line, why }: (typeof refused)[number]) =>
		t("dictionary.refused.line", { line, why: t(`dictionary.refused.${why}`) });
	const heading = `${outcome}\n${t("dictionary.refused", { count: refused.length })}`;
	await respondPrivately(interaction, fitLines(heading, refused, describe, t));
};

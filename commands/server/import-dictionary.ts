import { type Attachment, type ChatInputCommandInteraction, MessageFlags } from "discord.js";
import { readTextFile } from "../../src/discord/read-text-file.ts";
import { respondPrivately } from "../../src/discord/respond.ts";
import { textsFor } from "../../src/discord/texts/index.ts";
import { readDictionaryLines } from "../../src/reading/dictionary-lines.ts";
import type { ForbiddenWords } from "../../src/say/forbidden-words.ts";
import { isSpeakable } from "../../src/speech/text/speakable.ts";
import type { Services } from "../services.ts";
import { fitLines } from "./fit-lines.ts";

/** @returns how a word is said; empty, so that it is left out, for what has nothing to speak */
export const leaveOutUnspeakable = (say: string): string => (isSpeakable(say) ? say : "");

/** Takes lines out whose words a server blocks; the others keep their numbers. */
const takeOutBlocked = (lines: readonly string[], words: ForbiddenWords) => {
	const blocked = lines.map((line) => line.includes("\t") && words.areIn(line.slice(line.indexOf("\t"))));
	return {
		lines: lines.map((line, index) => (blocked[index] ? "" : line)),
		refused: blocked.flatMap((isBlocked, index) =>
			isBlocked ? [{ line: index + 1, why: "blocked" as const }] : [],
		),
	};
};

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
	const allowed = takeOutBlocked(lines, (await say.readRules(guildId)).words);
	const read = readDictionaryLines(allowed.lines);
	const refused = [...allowed.refused, ...read.refused].sort((a, b) => a.line - b.line);
	const entries = read.entries.map(({ word, say: given }) => ({ word, say: leaveOutUnspeakable(given) }));
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

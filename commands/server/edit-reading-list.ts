import { type ChatInputCommandInteraction, MessageFlags } from "discord.js";
import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { listWords } from "../../src/discord/join-words.ts";
import { respondPrivately } from "../../src/discord/respond.ts";
import { textsFor } from "../../src/texts/index.ts";
import { addEntries, type EditedList, removeEntries } from "./edit-list.ts";
import { fitLines } from "./fit-lines.ts";

/** One of the lists of what is read. */
export interface ReadingList<T> extends EditedList<T> {
	readonly name: "read-channels" | "ignore" | "read-bots";
	readonly describe: (entry: T) => string;
	/** What is said after what was added. */
	readonly notes?: readonly string[];
}

/** An option of several subcommands. */
export const action = {
	type: ApplicationCommandOptionType.String,
	required: true,
	choices: ["add", "remove", "list"],
	texts: "server.action",
	choiceTexts: "action",
} as const;

/** Adds to a list, removes from it or shows it, and says so. */
export const editReadingList = async <T>(
	interaction: ChatInputCommandInteraction<"cached">,
	what: "add" | "remove" | "list",
	given: readonly T[],
	list: ReadingList<T>,
): Promise<void> => {
	const { guildId, locale } = interaction;
	const { name, max, keyOf, describe, notes = [] } = list;
	const t = textsFor(locale);
	await interaction.deferReply({ flags: MessageFlags.Ephemeral });
	const tell = (...lines: readonly string[]) => respondPrivately(interaction, lines.join("\n"));
	if (what === "list") {
		const entries = await list.read();
		if (entries.length === 0) return tell(t(`${name}.none`), ...notes);
		return tell(fitLines(t(`${name}.list`), entries, describe, t), ...notes);
	}
	const named = listWords(given.map(describe), t);
	if (what === "add") {
		const counts = await addEntries(guildId, list, given);
		return counts ? tell(t(`${name}.added`, { what: named }), ...notes) : tell(t(`${name}.full`, { max }));
	}
	const { before, after } = await removeEntries(guildId, list, given.map(keyOf));
	return before === after
		? tell(t("list.missing", { what: named }))
		: tell(t(`${name}.removed`, { what: named }));
};

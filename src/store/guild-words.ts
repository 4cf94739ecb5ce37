import type { StoreDatabase } from "./database.ts";
import { guildListIn, type ListChange } from "./tables/guild-list.ts";

/** @returns the table `guild_words`: the words that guilds don't allow to be spoken, in alphabetical order */
export const guildWordsIn = (database: StoreDatabase) => {
	const rows = guildListIn<{ readonly word: string }>(database, "guild_words", ["word"]);
	const change: ListChange<string> = (guildId, edit) =>
		rows.change(guildId, (current) => edit(current.map(({ word }) => word))?.map((word) => ({ word })));
	return { list: async (guildId: string) => (await rows.list(guildId)).map(({ word }) => word), change };
};

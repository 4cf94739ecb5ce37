import type { StoreDatabase } from "../database.ts";
import type { GuildWords } from "../guild-words.ts";
import { GuildList } from "./guild-list.ts";

/** @returns the table `guild_words` */
export const guildWordsIn = (database: StoreDatabase): GuildWords => {
	const words = new GuildList<string>(database, {
		table: "guild_words",
		columns: ["word"],
		toRow: (word) => [word],
		toEntry: ([word]) => word as string,
	});
	return { list: (guildId) => words.list(guildId), change: words.change };
};

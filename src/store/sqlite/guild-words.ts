import type { Database } from "better-sqlite3";
import type { GuildWords } from "../guild-words.ts";
import { SqliteGuildList } from "./guild-list.ts";

/** @returns the table `guild_words` */
export const guildWordsIn = (database: Database): GuildWords => {
	const words = new SqliteGuildList<string>(database, {
		table: "guild_words",
		columns: ["word"],
		toRow: (word) => [word],
		toEntry: ([word]) => word as string,
	});
	return { list: async (guildId) => words.read(guildId), change: words.change };
};

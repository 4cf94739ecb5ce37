import type { Database } from "better-sqlite3";
import type { Dictionary, DictionaryEntry } from "../dictionary.ts";
import { SqliteGuildList } from "./guild-list.ts";

/** @returns the table `dictionary` */
export const dictionaryIn = (database: Database): Dictionary => {
	const entries = new SqliteGuildList<DictionaryEntry>(database, {
		table: "dictionary",
		columns: ["word", "say"],
		toRow: ({ word, say }) => [word, say],
		toEntry: ([word, say]) => ({ word: word as string, say: say as string }),
	});
	return { list: async (guildId) => entries.read(guildId), change: entries.change };
};

import type { StoreDatabase } from "../database.ts";
import type { Dictionary, DictionaryEntry } from "../dictionary.ts";
import { GuildList } from "./guild-list.ts";

/** @returns the table `dictionary` */
export const dictionaryIn = (database: StoreDatabase): Dictionary => {
	const entries = new GuildList<DictionaryEntry>(database, {
		table: "dictionary",
		columns: ["word", "say"],
		toRow: ({ word, say }) => [word, say],
		toEntry: ([word, say]) => ({ word: word as string, say: say as string }),
	});
	return { list: (guildId) => entries.list(guildId), change: entries.change };
};

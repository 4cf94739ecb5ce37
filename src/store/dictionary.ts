import type { StoreDatabase } from "./database.ts";
import { GuildList, type ListChange } from "./tables/guild-list.ts";

/** How a word or phrase is said. */
export interface DictionaryEntry {
	readonly word: string;
	/** Empty: the word is left out. */
	readonly say: string;
}

/** How guilds have words said. */
export interface Dictionary {
	/** @returns the entries, ordered by word */
	list(guildId: string): Promise<readonly DictionaryEntry[]>;
	readonly change: ListChange<DictionaryEntry>;
}

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

import type { StoreDatabase } from "./database.ts";
import { GuildList, type ListChange } from "./tables/guild-list.ts";

/** The words that a guild doesn't allow to be spoken. */
export interface GuildWords {
	/** @returns the words in alphabetical order */
	list(guildId: string): Promise<string[]>;
	readonly change: ListChange<string>;
}

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

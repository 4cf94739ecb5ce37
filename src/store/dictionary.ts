import type { ListChange } from "./list-change.ts";

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

import type { ListChange } from "./list-change.ts";

/** The words that a guild doesn't allow to be spoken. */
export interface GuildWords {
	/** @returns the words in alphabetical order */
	list(guildId: string): Promise<string[]>;
	readonly change: ListChange<string>;
}

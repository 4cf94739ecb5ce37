/** The words that a guild doesn't allow to be spoken. */
export interface GuildWords {
	/** @returns the words in alphabetical order */
	list(guildId: string): Promise<string[]>;
	/**
	 * Changes the words, however many do so at once.
	 *
	 * @param edit - returns the new words for the current ones, or undefined to leave them; it must not use the store
	 * @returns how many words there were before and are now
	 */
	change(
		guildId: string,
		edit: (current: readonly string[]) => readonly string[] | undefined,
	): Promise<{ readonly before: number; readonly after: number }>;
}

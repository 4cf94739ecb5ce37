/** What a guild does not let be spoken. */
export interface GuildWords {
	/** @returns the words in alphabetical order */
	list(guildId: string): Promise<string[]>;
	/**
	 * Changes the words, however many do so at once.
	 *
	 * @param edit - makes the words that are to be there from those that are; undefined leaves them. It reads nothing else of the store
	 * @returns how many words there were and are
	 */
	change(
		guildId: string,
		edit: (current: readonly string[]) => readonly string[] | undefined,
	): Promise<{ readonly before: number; readonly after: number }>;
}

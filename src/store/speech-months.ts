/** A guild's speech, of one text or of a month. */
export interface SpeechTotals {
	readonly texts: number;
	/** Sound that was made, in ms. */
	readonly madeMs: number;
	readonly promptTokens: number;
	readonly audioTokens: number;
	readonly lines: number;
	/** Of these, how many came from the cache. */
	readonly cachedLines: number;
}

/** Guilds' speech by month. */
export interface SpeechMonths {
	/** Adds to the guild's current month (UTC). */
	add(guildId: string, totals: SpeechTotals): Promise<void>;
	/** @returns the guild's current month */
	read(guildId: string): Promise<SpeechTotals>;
}

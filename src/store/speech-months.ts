/** A guild's speech in a month, or a part of it. */
export interface SpeechTotals {
	readonly texts: number;
	/** Sound that was made, in ms. */
	readonly madeMs: number;
	/** Charged by the speech service, also for answers without sound. */
	readonly promptTokens: number;
	readonly audioTokens: number;
	readonly lines: number;
	/** Of these, how many came from the cache. */
	readonly cachedLines: number;
}

/** Guilds' speech by month. */
export interface SpeechMonths {
	/** Adds to the guild's current month (UTC). */
	add(guildId: string, totals: Partial<SpeechTotals>): Promise<void>;
	/** @returns the guild's current month */
	read(guildId: string): Promise<SpeechTotals>;
}

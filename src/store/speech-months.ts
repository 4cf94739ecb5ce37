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

/** What a guild's month grows by. */
export interface MonthPart {
	readonly guildId: string;
	readonly totals: Partial<SpeechTotals>;
	/** Year and month (UTC), as `2026-01`; by default the current one. */
	readonly month?: string;
}

/** @returns the month of a time in ms since the epoch */
export const monthOf = (time: number): string => new Date(time).toISOString().slice(0, 7);

/** @returns the sum of two parts; what is left out is nothing */
export const addTotals = (one: Partial<SpeechTotals>, other: Partial<SpeechTotals> = {}): SpeechTotals => {
	const sum = (of: keyof SpeechTotals) => (one[of] ?? 0) + (other[of] ?? 0);
	return {
		texts: sum("texts"),
		madeMs: sum("madeMs"),
		promptTokens: sum("promptTokens"),
		audioTokens: sum("audioTokens"),
		lines: sum("lines"),
		cachedLines: sum("cachedLines"),
	};
};

/** Guilds' speech by month. */
export interface SpeechMonths {
	/** Adds to guilds' months, each of which comes once. */
	add(parts: readonly MonthPart[]): Promise<void>;
	/** @returns the guild's current month */
	read(guildId: string): Promise<SpeechTotals>;
}

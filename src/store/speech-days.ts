/** Whose speech, and on which day (days since the epoch, UTC). */
export interface SpeechDay {
	readonly day: number;
	readonly guildId: string;
	readonly userId: string;
}

/** The most speech per day, in ms; undefined is no limit. */
export interface DayLimits {
	readonly memberMs: number | undefined;
	readonly guildMs: number | undefined;
}

/** Speech generated or reserved, in ms. */
export interface SpeechDays {
	/**
	 * Adds to a member's day if it still fits, even with concurrent calls.
	 *
	 * @returns whose limit is exceeded, in which case nothing was added; undefined if it was
	 */
	reserve(whose: SpeechDay, ms: number, limits: DayLimits): Promise<"member" | "guild" | undefined>;
	/** Adjusts a reservation by this much, never to below zero. A day forgotten in the meantime stays forgotten. */
	correct(whose: SpeechDay, byMs: number): Promise<void>;
}

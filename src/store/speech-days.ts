/** Whose speech, and on which day (days since the epoch, UTC). */
export interface SpeechDay {
	readonly day: number;
	readonly guildId: string;
	readonly userId: string;
}

/** The most speech on a day, in ms; undefined is no limit. */
export interface DayLimits {
	readonly memberMs: number | undefined;
	readonly guildMs: number | undefined;
}

/** Sound made or set aside, in ms. */
export interface SpeechDays {
	/**
	 * Adds to a member's day what still fits, however many ask at once.
	 *
	 * @returns whose limit is in the way: nothing was added then; undefined when it was
	 */
	reserve(whose: SpeechDay, ms: number, limits: DayLimits): Promise<"member" | "guild" | undefined>;
	/**
	 * Changes what was reserved by this much, never to below zero. A day that was forgotten since stays forgotten.
	 */
	correct(whose: SpeechDay, byMs: number): Promise<void>;
}

/** Whose speech, and on which day (days since the epoch, UTC). */
export interface SpeechDay {
	readonly day: number;
	readonly guildId: string;
	readonly userId: string;
	/** Whether it is a message that is read, of which there may be less. */
	readonly isRead?: boolean;
}

/** The most speech per day, in ms; undefined is no limit. */
export interface DayLimits {
	readonly memberMs: number | undefined;
	readonly guildMs: number | undefined;
	/** The most of it that is read; the rest is left to what members ask for. */
	readonly read?: Pick<DayLimits, "memberMs" | "guildMs">;
}

/** A limit that is exceeded. */
export interface Exceeded {
	readonly whose: "member" | "guild";
	/** Whether it is only the limit of what is read. */
	readonly onlyRead: boolean;
}

/** What a member and their whole guild have used of a day, in ms. */
export interface DayTotals {
	readonly memberMs: number;
	readonly guildMs: number;
}

/** What a member and their whole guild have used of a day, in ms: all of it, and what was read. */
export interface DaySums {
	readonly all: DayTotals;
	readonly read: DayTotals;
}

/** What a member has used of a day, or how much more or less that is, in ms: all of it, and what of it was read. */
export interface MemberDay extends Omit<SpeechDay, "isRead"> {
	readonly madeMs: number;
	readonly readMs: number;
}

/** Speech generated or reserved, in ms. */
export interface SpeechDays {
	/** @returns all of a day's speech, and what of it was read */
	sum(whose: SpeechDay): Promise<DaySums>;
	/** @returns the days of all members of a guild who have used any of it */
	list(day: number, guildId: string): Promise<readonly MemberDay[]>;
	/** Adds to members' days, whatever their limits, or takes from them, as `correct` does. */
	add(changes: readonly MemberDay[]): Promise<void>;
	/**
	 * Adds to a member's day if it still fits, even with concurrent calls.
	 *
	 * @returns the limit that is exceeded, in which case nothing was added; undefined if it was
	 */
	reserve(whose: SpeechDay, ms: number, limits: DayLimits): Promise<Exceeded | undefined>;
	/** Adjusts a reservation by this much, never to below zero. A day forgotten in the meantime stays forgotten. */
	correct(whose: SpeechDay, byMs: number): Promise<void>;
	/** Erases the days before one. @returns how many members' days there were */
	eraseBefore(day: number): Promise<number>;
}

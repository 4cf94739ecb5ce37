/** The guilds that Herald has left, and what it keeps of guilds as a whole. Times are in ms since the epoch. */
export interface Departures {
	/** @returns the guilds of which something is kept, without those known to be left */
	listKept(): Promise<string[]>;
	/** Notes that Herald has left a guild; an earlier time stays. */
	note(guildId: string, leftAt: number): Promise<void>;
	/** Notes that Herald is in these guilds. */
	cancel(guildIds: readonly string[]): Promise<void>;
	/**
	 * Erases all that is kept of guilds left before a time. Of redemptions, fingerprints of codes and outcomes stay,
	 * without guild and members: a code that may have been redeemed must not be called good later.
	 *
	 * @returns how many guilds were erased
	 */
	erase(leftBefore: number): Promise<number>;
}

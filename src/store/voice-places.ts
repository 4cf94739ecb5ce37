/** A voice channel that Herald was in. */
export interface VoicePlace {
	readonly guildId: string;
	readonly channelId: string;
}

/** Where Herald was when it was stopped. */
export interface VoicePlaces {
	/** Writes down where Herald is, in place of what was there. `leftAt` in ms since the epoch. */
	record(places: readonly VoicePlace[], leftAt: number): Promise<void>;
	/** Reads what was written at or after a time, and forgets everything: a place is gone back to once. */
	take(since: number): Promise<VoicePlace[]>;
}

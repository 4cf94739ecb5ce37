/** A voice channel that Herald was in. */
export interface VoicePlace {
	readonly guildId: string;
	readonly channelId: string;
}

/** Where Herald was when it was stopped. */
export interface VoicePlaces {
	/** Saves where Herald is, replacing earlier places. `leftAt` in ms since the epoch. */
	record(places: readonly VoicePlace[], leftAt: number): Promise<void>;
	/** Reads the places saved at or after a time, and forgets all: each is rejoined only once. */
	take(since: number): Promise<VoicePlace[]>;
}

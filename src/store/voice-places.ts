/** A voice channel that Herald was in. */
export interface VoicePlace {
	readonly guildId: string;
	readonly channelId: string;
}

/** What an end of Herald's left behind. */
export interface LeftPlaces {
	/** `waiting`: whether messages waited to be read there, and an end that was no stop kept them from it. */
	readonly places: readonly (VoicePlace & { readonly waiting: boolean })[];
	/** When a start found that the end before it was no stop, this one included, in ms since the epoch. */
	readonly uncleanEnds: readonly number[];
}

/** Where Herald is, or was when it ended. Times in ms since the epoch. */
export interface VoicePlaces {
	/** Notes that Herald is in a channel, or on its way there. */
	enter(place: VoicePlace, now: number): Promise<void>;
	/** Forgets where Herald was in a guild. */
	leave(guildId: string): Promise<void>;
	/** Notes whether messages wait to be read where Herald is in a guild. */
	noteWaiting(guildId: string, waiting: boolean): Promise<void>;
	/** A sign of life: Herald still is where it is. */
	keepAlive(now: number): Promise<void>;
	/** Saves where Herald is when it is stopped, in place of everything else. */
	record(places: readonly VoicePlace[], leftAt: number): Promise<void>;
	/** Reads the places seen at or after a time, and forgets all: each is rejoined only once. */
	take(since: number, now: number): Promise<LeftPlaces>;
}

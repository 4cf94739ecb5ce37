export type Delivery = "auto" | "channel" | "file" | "voice-message";

/** How somebody wants to sound; null means not chosen. */
export interface VoicePreferences {
	readonly voice: string | null;
	readonly style: string | null;
	readonly delivery: Delivery | null;
	/** A BCP 47 tag. */
	readonly language: string | null;
	/** How many times as fast as the voice speaks by itself, from 0.5 to 2. */
	readonly speed: number | null;
	/** The name of a preset that is used instead of a voice; it may be gone. */
	readonly preset: string | null;
}

/** A guild's limits, besides how it sounds. */
export interface GuildPreferences extends VoicePreferences {
	/** Seconds of speech per day, up to the operator's limit. */
	readonly secondsPerDay: number | null;
	/** The longest text, in characters. */
	readonly textMax: number | null;
	/** The id of the role that can use Herald; null is everyone. */
	readonly speakerRole: string | null;
}

/** Whether and how a member is read aloud, besides how they sound. */
export interface MemberPreferences extends VoicePreferences {
	/** False: the member isn't to be read, anywhere in the guild. */
	readonly reading: boolean | null;
	/** How the member's name is said. */
	readonly spokenName: string | null;
}

/** What guilds and members chose. A change is on disk when its promise resolves. */
export interface Preferences {
	readGuild(guildId: string): Promise<GuildPreferences>;
	/** Changes the fields in `change` and leaves the rest. */
	changeGuild(guildId: string, change: Partial<GuildPreferences>): Promise<void>;
	readMember(guildId: string, userId: string): Promise<MemberPreferences>;
	/**
	 * Changes the fields in `change` and leaves the rest.
	 *
	 * @param allows - told how the names of the guild's others are said; it must not use the store
	 * @returns whether it allowed the change, however many chose a name at once; else nothing was changed
	 */
	changeMember(
		guildId: string,
		userId: string,
		change: Partial<MemberPreferences>,
		allows?: (spokenNames: readonly string[]) => boolean,
	): Promise<boolean>;
}

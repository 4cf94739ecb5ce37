export type Delivery = "auto" | "channel" | "file" | "voice-message";

/** How somebody wants to sound; null means not chosen. */
export interface VoicePreferences {
	readonly voice: string | null;
	readonly style: string | null;
	readonly delivery: Delivery | null;
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

/** What guilds and members chose. A change is on disk when its promise resolves. */
export interface Preferences {
	readGuild(guildId: string): Promise<GuildPreferences>;
	/** Changes the fields in `change` and leaves the rest. */
	changeGuild(guildId: string, change: Partial<GuildPreferences>): Promise<void>;
	readMember(guildId: string, userId: string): Promise<VoicePreferences>;
	/** Changes the fields in `change` and leaves the rest. */
	changeMember(guildId: string, userId: string, change: Partial<VoicePreferences>): Promise<void>;
}

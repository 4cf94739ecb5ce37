/** How a guild wants Herald to behave in its voice channels; times in seconds, null means not chosen. */
export interface VoiceSettings {
	/** Leaves after this long without people. */
	readonly aloneSeconds: number | null;
	/** Leaves after this long with nothing said. */
	readonly idleSeconds: number | null;
	/** The longest text. */
	readonly textSeconds: number | null;
	/** How much louder than it was made, in dB, from -12 to 6. */
	readonly volumeDb: number | null;
}

/** Guilds' settings for their voice channels. A change is on disk when its promise resolves. */
export interface GuildVoice {
	read(guildId: string): Promise<VoiceSettings>;
	/** Changes the fields in `change` and leaves the rest. */
	change(guildId: string, change: Partial<VoiceSettings>): Promise<void>;
}

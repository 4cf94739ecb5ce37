import type { ListChange } from "./list-change.ts";

/** How a guild has its channels read aloud; null means not chosen. */
export interface ReadingSettings {
	/** Whether the chat of the voice channel that Herald is in is read. */
	readonly voiceChat: boolean | null;
	/** Whether an author's name comes first: always, or when the author is another than before. */
	readonly names: "off" | "changed" | "always" | null;
	/** Whether only those who sit in Herald's channel are read. */
	readonly listenersOnly: boolean | null;
	/** The longest that is read of a message. */
	readonly maxSeconds: number | null;
	/** Whether names of voices in a message, with a colon, have those voices speak. */
	readonly dialogue: boolean | null;
	/** Whether Herald says who joins its channel, and who leaves. */
	readonly announce: "off" | "joins" | "both" | null;
	/** Whether Herald comes by itself. */
	readonly autoJoin: "off" | "on-message" | "on-entry" | null;
	/** The most of a day's seconds that reading takes, of the guild's and of each member's. */
	readonly sharePercent: number | null;
	/** How long a message waits for moderation before it is read, in ms. */
	readonly holdMs: number | null;
}

/** A text channel that is read. */
export interface ReadChannel {
	readonly channelId: string;
	/** The only voice channel where it is; null: wherever Herald is. */
	readonly spokenIn: string | null;
}

/** What isn't read: a member's messages, a role's, or those that begin with a prefix. */
export interface IgnoreRule {
	readonly kind: "user" | "role" | "prefix";
	/** An id, or the prefix. */
	readonly value: string;
}

/** A bot or webhook that is read. */
export interface ReadSource {
	readonly kind: "bot" | "webhook";
	readonly id: string;
}

/** All that a guild has chosen about reading, at one moment. */
export interface GuildReading {
	readonly settings: ReadingSettings;
	readonly channels: readonly ReadChannel[];
	readonly ignores: readonly IgnoreRule[];
	readonly sources: readonly ReadSource[];
}

/** How guilds have their channels read aloud. A change is on disk when its promise resolves. */
export interface Reading {
	read(guildId: string): Promise<GuildReading>;
	/** Changes the fields in `change` and leaves the rest. */
	changeSettings(guildId: string, change: Partial<ReadingSettings>): Promise<void>;
	readonly changeChannels: ListChange<ReadChannel>;
	readonly changeIgnores: ListChange<IgnoreRule>;
	readonly changeSources: ListChange<ReadSource>;
}

import type { GuildSettings } from "../settings/settings.ts";
import type { ListChange } from "./tables/guild-list.ts";

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
	readonly settings: GuildSettings;
	readonly channels: readonly ReadChannel[];
	readonly ignores: readonly IgnoreRule[];
	readonly sources: readonly ReadSource[];
}

/** How guilds have their channels read aloud. A change is on disk when its promise resolves. */
export interface Reading {
	read(guildId: string): Promise<GuildReading>;
	readonly changeChannels: ListChange<ReadChannel>;
	readonly changeIgnores: ListChange<IgnoreRule>;
	readonly changeSources: ListChange<ReadSource>;
}

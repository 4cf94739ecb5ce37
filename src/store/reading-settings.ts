import type { GuildSettings } from "../settings/settings.ts";
import type { StoreDatabase } from "./database.ts";
import { type BadSetting, readGuildSettings } from "./settings.ts";
import { GuildList, type ListChange } from "./tables/guild-list.ts";

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

/** @returns the tables `read_channels`, `read_ignores` and `read_sources` */
export const readingIn = (database: StoreDatabase, onBad: (bad: BadSetting) => void): Reading => {
	const channels = new GuildList<ReadChannel>(database, {
		table: "read_channels",
		columns: ["channel_id", "spoken_in"],
		toRow: ({ channelId, spokenIn }) => [channelId, spokenIn],
		toEntry: ([channelId, spokenIn]) => ({ channelId: channelId as string, spokenIn: spokenIn ?? null }),
	});
	const ignores = new GuildList<IgnoreRule>(database, {
		table: "read_ignores",
		columns: ["kind", "value"],
		toRow: ({ kind, value }) => [kind, value],
		toEntry: ([kind, value]) => ({ kind: kind as IgnoreRule["kind"], value: value as string }),
	});
	const sources = new GuildList<ReadSource>(database, {
		table: "read_sources",
		columns: ["kind", "id"],
		toRow: ({ kind, id }) => [kind, id],
		toEntry: ([kind, id]) => ({ kind: kind as ReadSource["kind"], id: id as string }),
	});
	return {
		read: (guildId) =>
			database.readAtOnce(async (queries) => ({
				settings: await readGuildSettings(queries, guildId, onBad),
				channels: await channels.read(queries, guildId),
				ignores: await ignores.read(queries, guildId),
				sources: await sources.read(queries, guildId),
			})),
		changeChannels: channels.change,
		changeIgnores: ignores.change,
		changeSources: sources.change,
	};
};

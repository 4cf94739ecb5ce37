import type { GuildSettings } from "../settings/settings.ts";
import type { IgnoreRule, ReadChannel, ReadSource, StoreDatabase } from "./database.ts";
import { type BadSetting, readGuildSettings } from "./settings.ts";
import { guildListIn } from "./tables/guild-list.ts";

/** All that a guild has chosen about reading, at one moment. */
export interface GuildReading {
	readonly settings: GuildSettings;
	readonly channels: readonly ReadChannel[];
	readonly ignores: readonly IgnoreRule[];
	readonly sources: readonly ReadSource[];
}

/**
 * How guilds have their channels read aloud. A change is on disk when its promise resolves.
 *
 * @returns the tables `read_channels`, `read_ignores` and `read_sources`
 */
export const readingIn = (database: StoreDatabase, onBad: (bad: BadSetting) => void) => {
	const channels = guildListIn<ReadChannel>(database, "read_channels", ["channelId", "spokenIn"]);
	const ignores = guildListIn<IgnoreRule>(database, "read_ignores", ["kind", "value"]);
	const sources = guildListIn<ReadSource>(database, "read_sources", ["kind", "id"]);
	return {
		read: (guildId: string): Promise<GuildReading> =>
			database.readAtOnce(async (queries) => ({
				settings: await readGuildSettings(queries, guildId, onBad),
				channels: await channels.read(queries, { guildId }),
				ignores: await ignores.read(queries, { guildId }),
				sources: await sources.read(queries, { guildId }),
			})),
		changeChannels: channels.change,
		changeIgnores: ignores.change,
		changeSources: sources.change,
	};
};

import type { StoreDatabase } from "../database.ts";
import type { IgnoreRule, ReadChannel, Reading, ReadSource } from "../reading-settings.ts";
import { type BadSetting, readGuildSettings } from "../settings.ts";
import { GuildList } from "./guild-list.ts";

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

import { applyGuildDefaults } from "../settings/settings.ts";
import { inGuild } from "../shared/party.ts";
import {
	changeIn,
	type IgnoreRule,
	type ReadChannel,
	type ReadingNote,
	type ReadSource,
	type StoreDatabase,
} from "./database.ts";
import { type BadSetting, readGuildSettings } from "./settings.ts";
import { guildListIn } from "./tables/rows.ts";

/** A guild's settings and its lists about reading, all read at the same moment. Settings that aren't chosen have their defaults. */
export type GuildReading = Awaited<ReturnType<ReturnType<typeof readingIn>["read"]>>;

/**
 * The reading settings of guilds. A change is stored when its promise resolves.
 *
 * @returns the calls for the tables `read_channels`, `read_ignores` and `read_sources`
 */
export const readingIn = (database: StoreDatabase, onBad: (bad: BadSetting) => void) => {
	const channels = guildListIn<ReadChannel>(database, "read_channels", ["channelId", "spokenIn"]);
	const ignores = guildListIn<IgnoreRule>(database, "read_ignores", ["kind", "value"]);
	const sources = guildListIn<ReadSource>(database, "read_sources", ["kind", "id"]);
	return {
		read: (guildId: string) =>
			database.readAtOnce(async (queries) => ({
				settings: applyGuildDefaults(await readGuildSettings(queries, inGuild(guildId), onBad)),
				channels: await channels.read(queries, { guildId }),
				ignores: await ignores.read(queries, { guildId }),
				sources: await sources.read(queries, { guildId }),
			})),
		changeChannels: channels.change,
		changeIgnores: ignores.change,
		changeSources: sources.change,
	};
};

export const readingNotesIn = (database: StoreDatabase) => ({
	list: (guildId: string): Promise<ReadingNote[]> =>
		database.read((queries) =>
			queries
				.selectFrom("reading_notes")
				.select(["channelId", "messageId"])
				.where("guildId", "=", guildId)
				.execute(),
		),
	/** Stores a channel's note, which replaces an earlier one. */
	keep: (guildId: string, { channelId, messageId }: ReadingNote) =>
		changeIn(database, (queries) =>
			queries
				.insertInto("reading_notes")
				.values({ guildId, channelId, messageId })
				.onConflict((conflict) => conflict.columns(["guildId", "channelId"]).doUpdateSet({ messageId })),
		),
	remove: (guildId: string, channelId: string) =>
		changeIn(database, (queries) =>
			queries.deleteFrom("reading_notes").where("guildId", "=", guildId).where("channelId", "=", channelId),
		),
});

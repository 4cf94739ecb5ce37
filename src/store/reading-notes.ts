import { changeIn, type ReadingNote, type StoreDatabase } from "./database.ts";

/** @returns the table `reading_notes` */
export const readingNotesIn = (database: StoreDatabase) => ({
	list: (guildId: string): Promise<ReadingNote[]> =>
		database.read((queries) =>
			queries
				.selectFrom("reading_notes")
				.select(["channelId", "messageId"])
				.where("guildId", "=", guildId)
				.execute(),
		),
	/** Keeps a channel's note in the place of the one before. */
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

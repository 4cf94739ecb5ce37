import type { StoreDatabase } from "./database.ts";

/** A message of Herald's in a text channel that is read. */
export interface ReadingNote {
	readonly channelId: string;
	/** null where a moderator deleted it: it isn't sent again. */
	readonly messageId: string | null;
}

export interface ReadingNotes {
	list(guildId: string): Promise<ReadingNote[]>;
	/** Keeps a channel's note in the place of the one before. */
	keep(guildId: string, note: ReadingNote): Promise<void>;
	remove(guildId: string, channelId: string): Promise<void>;
}

/** @returns the table `reading_notes` */
export const readingNotesIn = (database: StoreDatabase): ReadingNotes => ({
	list: (guildId) =>
		database.read((queries) =>
			queries
				.selectFrom("reading_notes")
				.select(["channel_id as channelId", "message_id as messageId"])
				.where("guild_id", "=", guildId)
				.execute(),
		),
	keep: async (guildId, { channelId, messageId }) => {
		const values = { guild_id: guildId, channel_id: channelId, message_id: messageId };
		await database.write((queries) =>
			queries
				.insertInto("reading_notes")
				.values(values)
				.onConflict((conflict) =>
					conflict.columns(["guild_id", "channel_id"]).doUpdateSet({ message_id: messageId }),
				)
				.execute(),
		);
	},
	remove: async (guildId, channelId) => {
		await database.write((queries) =>
			queries
				.deleteFrom("reading_notes")
				.where("guild_id", "=", guildId)
				.where("channel_id", "=", channelId)
				.execute(),
		);
	},
});

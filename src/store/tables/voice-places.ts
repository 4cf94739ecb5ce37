import type { Queries, StoreDatabase } from "../database.ts";
import type { VoicePlace, VoicePlaces } from "../voice-places.ts";

/** Unclean ends older than this are nobody's concern, in ms. */
const keepEndsMs = 24 * 60 * 60_000;

const put = async (
	queries: Queries,
	{ guildId, channelId }: VoicePlace,
	now: number,
	present: 0 | 1,
): Promise<void> => {
	const row = { channel_id: channelId, seen_at: now, present };
	await queries
		.insertInto("voice_places")
		.values({ guild_id: guildId, ...row })
		.onConflict((conflict) => conflict.column("guild_id").doUpdateSet(row))
		.execute();
};

/** @returns when ends that were no stop were found, this one included */
const noteUncleanEnd = async (queries: Queries, wasUnclean: boolean, now: number): Promise<number[]> => {
	if (wasUnclean)
		await queries
			.insertInto("voice_unclean_ends")
			.values({ found_at: now })
			.onConflict((conflict) => conflict.doNothing())
			.execute();
	await queries
		.deleteFrom("voice_unclean_ends")
		.where("found_at", "<", now - keepEndsMs)
		.execute();
	const ends = await queries
		.selectFrom("voice_unclean_ends")
		.select("found_at")
		.orderBy("found_at")
		.execute();
	return ends.map(({ found_at }) => found_at);
};

/** @returns the tables `voice_places` and `voice_unclean_ends` */
export const voicePlacesIn = (database: StoreDatabase): VoicePlaces => ({
	enter: (place, now) => database.write((queries) => put(queries, place, now, 1)),
	leave: async (guildId) => {
		await database.write((queries) =>
			queries.deleteFrom("voice_places").where("guild_id", "=", guildId).execute(),
		);
	},
	keepAlive: async (now) => {
		await database.write((queries) =>
			queries.updateTable("voice_places").set({ seen_at: now }).where("present", "=", 1).execute(),
		);
	},
	record: (places, leftAt) =>
		database.write(async (queries) => {
			await queries.deleteFrom("voice_places").execute();
			for (const place of places) await put(queries, place, leftAt, 0);
		}),
	take: (since, now) =>
		database.write(async (queries) => {
			const rows = await queries.deleteFrom("voice_places").returningAll().execute();
			return {
				places: rows
					.filter(({ seen_at }) => seen_at >= since)
					.map(({ guild_id, channel_id }) => ({ guildId: guild_id, channelId: channel_id })),
				uncleanEnds: await noteUncleanEnd(
					queries,
					rows.some(({ present }) => present === 1),
					now,
				),
			};
		}),
});

import type { OwnsGuild, Queries, StoreDatabase } from "./database.ts";
import { inParts } from "./tables/in-parts.ts";

/** A voice channel that Herald was in. */
export interface VoicePlace {
	readonly guildId: string;
	readonly channelId: string;
}

/** The voice channels of the previous run, and the recent crashes. */
export interface LeftPlaces {
	/** Whether messages were waiting to be read when Herald crashed. */
	readonly places: readonly (VoicePlace & { readonly waiting: boolean })[];
	/** When starts found that the run before them had crashed, this start included, in ms since the epoch. */
	readonly uncleanEnds: readonly number[];
}

/** Where Herald is, or was when it ended. Times in ms since the epoch. */
export interface VoicePlaces {
	/** Notes that Herald is in a channel, or on its way there. */
	enter(place: VoicePlace, now: number): Promise<void>;
	/** Forgets where Herald was in a guild. */
	leave(guildId: string): Promise<void>;
	/** Notes whether messages wait to be read where Herald is in a guild. */
	noteWaiting(guildId: string, waiting: boolean): Promise<void>;
	/** A sign of life: Herald still is where it is. */
	keepAlive(now: number): Promise<void>;
	/** Saves where Herald is when it is stopped, in place of everything else. */
	record(places: readonly VoicePlace[], leftAt: number): Promise<void>;
	/** Reads the places seen at or after a time, and forgets all: each is rejoined only once. */
	take(since: number, now: number): Promise<LeftPlaces>;
}

/** Crashes older than this don't count any more. */
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

/**
 * @param where - one of the guilds where Herald was; undefined after a stop
 * @returns when ends that were no stop were found, this one included
 */
const noteUncleanEnd = async (
	queries: Queries,
	where: string | undefined,
	now: number,
	owns: OwnsGuild,
): Promise<number[]> => {
	if (where !== undefined)
		await queries
			.insertInto("voice_unclean_ends")
			.values({ found_at: now, guild_id: where })
			.onConflict((conflict) => conflict.doNothing())
			.execute();
	await queries
		.deleteFrom("voice_unclean_ends")
		.where("found_at", "<", now - keepEndsMs)
		.execute();
	const ends = await queries
		.selectFrom("voice_unclean_ends")
		.select(["found_at", "guild_id"])
		.orderBy("found_at")
		.execute();
	return ends.filter(({ guild_id }) => guild_id === "" || owns(guild_id)).map(({ found_at }) => found_at);
};

/** @returns the places of this process's guilds */
const listOwn = async (queries: Queries, owns: OwnsGuild) =>
	(await queries.selectFrom("voice_places").selectAll().execute()).filter(({ guild_id }) => owns(guild_id));

const remove = async (queries: Queries, places: readonly { readonly guild_id: string }[]): Promise<void> => {
	for (const part of inParts(places.map(({ guild_id }) => guild_id)))
		await queries.deleteFrom("voice_places").where("guild_id", "in", part).execute();
};

/** @returns the tables `voice_places` and `voice_unclean_ends` */
export const voicePlacesIn = (database: StoreDatabase, owns: OwnsGuild): VoicePlaces => ({
	enter: (place, now) => database.write((queries) => put(queries, place, now, 1)),
	leave: async (guildId) => {
		await database.write((queries) =>
			queries.deleteFrom("voice_places").where("guild_id", "=", guildId).execute(),
		);
	},
	noteWaiting: async (guildId, waiting) => {
		await database.write((queries) =>
			queries
				.updateTable("voice_places")
				.set({ waiting: waiting ? 1 : 0 })
				.where("guild_id", "=", guildId)
				.execute(),
		);
	},
	keepAlive: (now) =>
		database.write(async (queries) => {
			const own = await listOwn(queries, owns);
			for (const part of inParts(own.map(({ guild_id }) => guild_id)))
				await queries
					.updateTable("voice_places")
					.set({ seen_at: now })
					.where("present", "=", 1)
					.where("guild_id", "in", part)
					.execute();
		}),
	record: (places, leftAt) =>
		database.write(async (queries) => {
			await remove(queries, await listOwn(queries, owns));
			for (const place of places) await put(queries, place, leftAt, 0);
		}),
	take: (since, now) =>
		database.write(async (queries) => {
			const rows = await listOwn(queries, owns);
			await remove(queries, rows);
			const where = rows.find(({ present }) => present === 1)?.guild_id;
			return {
				places: rows
					.filter(({ seen_at }) => seen_at >= since)
					.map(({ guild_id, channel_id, waiting }) => ({
						guildId: guild_id,
						channelId: channel_id,
						waiting: waiting === 1,
					})),
				uncleanEnds: await noteUncleanEnd(queries, where, now, owns),
			};
		}),
});

import { inGuild } from "../shared/party.ts";
import { changeIn, inParts, type OwnsPlace, type Queries, type StoreDatabase } from "./database.ts";

export interface VoicePlace {
	readonly guildId: string;
	readonly channelId: string;
}

/** The voice channels of the previous run, and the recent crashes. */
export type LeftPlaces = Awaited<ReturnType<VoicePlaces["take"]>>;

/** How long crashes are remembered, in ms. */
const keepEndsMs = 24 * 60 * 60_000;

const put = async (queries: Queries, { guildId, channelId }: VoicePlace, now: number, present: 0 | 1) => {
	const row = { channelId, seenAt: now, present };
	await queries
		.insertInto("voice_places")
		.values({ guildId, ...row })
		.onConflict((conflict) => conflict.column("guildId").doUpdateSet(row))
		.execute();
};

/**
 * @param where - a guild in whose voice Herald was when it crashed; undefined if there is none, for instance after a
 * normal stop
 * @returns when starts found a crash in this process's guilds, in ms since the epoch: the earlier starts of the last
 * {@link keepEndsMs}, and this start if `where` is given
 */
const noteUncleanEnd = async (queries: Queries, where: string | undefined, now: number, owns: OwnsPlace) => {
	if (where !== undefined)
		await queries
			.insertInto("voice_unclean_ends")
			.values({ foundAt: now, guildId: where })
			.onConflict((conflict) => conflict.doNothing())
			.execute();
	await queries
		.deleteFrom("voice_unclean_ends")
		.where("foundAt", "<", now - keepEndsMs)
		.execute();
	const ends = await queries.selectFrom("voice_unclean_ends").selectAll().orderBy("foundAt").execute();
	return ends.filter(({ guildId }) => guildId === "" || owns(inGuild(guildId))).map(({ foundAt }) => foundAt);
};

const listOwn = async (queries: Queries, owns: OwnsPlace) =>
	(await queries.selectFrom("voice_places").selectAll().execute()).filter(({ guildId }) =>
		owns(inGuild(guildId)),
	);

const remove = async (queries: Queries, places: readonly { readonly guildId: string }[]): Promise<void> => {
	for (const part of inParts(places.map(({ guildId }) => guildId)))
		await queries.deleteFrom("voice_places").where("guildId", "in", part).execute();
};

/** The voice channels that Herald is in, or was in when it ended. Times are in ms since the epoch. */
export type VoicePlaces = ReturnType<typeof voicePlacesIn>;

/** @returns the calls for the tables `voice_places` and `voice_unclean_ends` */
export const voicePlacesIn = (database: StoreDatabase, owns: OwnsPlace) => ({
	/** Notes that Herald is in a channel, or joining it. */
	enter: (place: VoicePlace, now: number) => database.write({}, (queries) => put(queries, place, now, 1)),

	leave: (guildId: string) =>
		changeIn(database, (queries) => queries.deleteFrom("voice_places").where("guildId", "=", guildId)),

	noteWaiting: (guildId: string, waiting: boolean) =>
		changeIn(database, (queries) =>
			queries
				.updateTable("voice_places")
				.set({ waiting: waiting ? 1 : 0 })
				.where("guildId", "=", guildId),
		),

	/** Notes that Herald is still in its channels. */
	keepAlive: (now: number): Promise<void> =>
		database.write({}, async (queries) => {
			for (const part of inParts((await listOwn(queries, owns)).map(({ guildId }) => guildId)))
				await queries
					.updateTable("voice_places")
					.set({ seenAt: now })
					.where("present", "=", 1)
					.where("guildId", "in", part)
					.execute();
		}),

	/** Called at a stop. Replaces all channels noted for this process. */
	record: (places: readonly VoicePlace[], leftAt: number): Promise<void> =>
		database.write({}, async (queries) => {
			await remove(queries, await listOwn(queries, owns));
			for (const place of places) await put(queries, place, leftAt, 0);
		}),

	/**
	 * Reads this process's channels in which Herald was noted at `since` or later, and forgets all its channels, so that
	 * each is rejoined at most once.
	 */
	take: (since: number, now: number) =>
		database.write({}, async (queries) => {
			const rows = await listOwn(queries, owns);
			await remove(queries, rows);
			const where = rows.find(({ present }) => present === 1)?.guildId;
			return {
				/** `waiting`: whether messages were waiting to be read when Herald crashed. */
				places: rows
					.filter(({ seenAt }) => seenAt >= since)
					.map(({ guildId, channelId, waiting }) => ({ guildId, channelId, waiting: waiting === 1 })),
				/**
				 * When starts found that the run before them had crashed, in ms since the epoch: the earlier starts of the
				 * last {@link keepEndsMs}, and this start.
				 */
				uncleanEnds: await noteUncleanEnd(queries, where, now, owns),
			};
		}),
});

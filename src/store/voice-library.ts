import { sql } from "kysely";
import type { StoreDatabase } from "./database.ts";

/** @returns the calls for the table `voice_library`: the voices that services list, by the database's clock */
export const voiceLibraryIn = (database: StoreDatabase) => ({
	/**
	 * @returns a service's list as JSON, and when it was stored, in ms since the epoch; undefined if no list is stored,
	 * or only the list of `knownAt`
	 */
	read: (service: string, knownAt: number) =>
		database.read((queries) =>
			queries
				.selectFrom("voice_library")
				.select(["voices", "listedAt"])
				.where("service", "=", service)
				.where("listedAt", "not in", [0, knownAt])
				.executeTakeFirst(),
		),

	/** @returns whether the caller should ask the service: true if nobody has asked it within `withinMs` */
	claim: (service: string, withinMs: number): Promise<boolean> => {
		const askedAt = database.clock;
		return database.write({}, async (queries) => {
			const claimed = await queries
				.insertInto("voice_library")
				.values({ service, voices: "[]", askedAt, listedAt: 0 })
				.onConflict((conflict) =>
					conflict
						.column("service")
						.doUpdateSet({ askedAt })
						// A time at least `withinMs` in the future comes from a wrong clock, so it counts as old, too.
						.where(sql<boolean>`abs(voice_library.asked_at - ${askedAt}) >= ${withinMs}`),
				)
				.returning("service")
				.executeTakeFirst();
			return claimed !== undefined;
		});
	},

	/** Stores the list of a service for which `claim` was called, and drops the lists of all other services. */
	keep: (service: string, voices: string): Promise<void> =>
		database.write({}, async (queries) => {
			await queries.deleteFrom("voice_library").where("service", "<>", service).execute();
			await queries
				.updateTable("voice_library")
				.set({ voices, listedAt: database.clock })
				.where("service", "=", service)
				.execute();
		}),
});

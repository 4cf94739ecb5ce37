import { sql } from "kysely";
import type { StoreDatabase } from "./database.ts";

/**
 * Slots for logins of shards, shared by all processes: Discord accepts one shard per bucket at a time.
 *
 * @returns the table `identify_slots`, by the database's clock, since machines' clocks differ
 */
export const identifySlotsIn = (database: StoreDatabase) => ({
	/** Takes a bucket's slot for `spacingMs`. @returns 0 if it was free; else the ms until it is */
	take: (bucket: number, spacingMs: number): Promise<number> => {
		const { clock } = database;
		const freeAt = sql<number>`${clock} + ${sql.lit(spacingMs)}`;
		return database.write(async (queries) => {
			const taken = await queries
				.insertInto("identify_slots")
				.values({ bucket, freeAt })
				.onConflict((conflict) =>
					conflict
						.column("bucket")
						.doUpdateSet({ freeAt })
						// A later time comes from a wrong clock.
						.where(({ eb, or }) =>
							or([eb("identify_slots.freeAt", "<=", clock), eb("identify_slots.freeAt", ">", freeAt)]),
						),
				)
				.returning("bucket")
				.executeTakeFirst();
			if (taken) return 0;
			const { waitMs } = await queries
				.selectFrom("identify_slots")
				.select(sql<number>`free_at - ${clock}`.as("waitMs"))
				.where("bucket", "=", bucket)
				.executeTakeFirstOrThrow();
			return Math.max(1, waitMs);
		});
	},
});

import { sql } from "kysely";
import type { Queries, StoreDatabase } from "../database.ts";

/** Recent actions, a row each, to limit how often something is done. @param time - the column with when it was done */
export const recentRows = (
	queries: Queries,
	table: string,
	time: string,
	clock: StoreDatabase["clock"],
	withinMs: number,
) => ({
	/** Erases what was done longer ago. A time ahead was taken by a clock that was wrong. */
	dropOthers: () =>
		sql`DELETE FROM ${sql.table(table)} WHERE abs(${sql.ref(time)} - ${clock}) >= ${withinMs}`.execute(
			queries,
		),

	/** @returns when the oldest of the last `max` rows with this value is over; undefined if there are fewer */
	findRoomAt: async (column: string, value: string, max: number): Promise<number | undefined> => {
		const { rows } = await sql<{ at: number }>`
			SELECT ${sql.ref(time)} AS at FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${value}
			ORDER BY ${sql.ref(time)} DESC LIMIT 1 OFFSET ${max - 1}
		`.execute(queries);
		return rows[0] && rows[0].at + withinMs;
	},
});

const dayMs = 24 * 60 * 60_000;
/** Counts of what members did: of no use a day later. */
const passing = { user_texts: "saidAt", account_tries: "triedAt" };

/** Erases the rows that are of no use any more. */
export const eraseOver = (database: StoreDatabase): Promise<void> =>
	database.write(async (queries) => {
		for (const [table, time] of Object.entries(passing))
			await recentRows(queries, table, time, database.clock, dayMs).dropOthers();
	});

import { sql } from "kysely";
import type { Queries, StoreDatabase } from "../database.ts";

/** Rows about recent actions, for limits. @param time - the column with the action's time */
export const recentRows = (
	queries: Queries,
	table: string,
	time: string,
	clock: StoreDatabase["clock"],
	withinMs: number,
) => ({
	/** Erases older actions. A time in the future comes from a wrong clock. */
	dropOthers: () =>
		sql`DELETE FROM ${sql.table(table)} WHERE abs(${sql.ref(time)} - ${clock}) >= ${withinMs}`.execute(
			queries,
		),

	/** @returns when the oldest of the last `max` rows with this value expires, in ms; undefined if there are fewer */
	findRoomAt: async (column: string, value: string, max: number): Promise<number | undefined> => {
		const { rows } = await sql<{ at: number }>`
			SELECT ${sql.ref(time)} AS at FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${value}
			ORDER BY ${sql.ref(time)} DESC LIMIT 1 OFFSET ${max - 1}
		`.execute(queries);
		return rows[0] && rows[0].at + withinMs;
	},
});

const dayMs = 24 * 60 * 60_000;
/** Tables about members' actions, whose rows are of no use a day later. */
const passing = { user_texts: "saidAt", account_tries: "triedAt" };

export const eraseOver = (database: StoreDatabase): Promise<void> =>
	database.write(async (queries) => {
		for (const [table, time] of Object.entries(passing))
			await recentRows(queries, table, time, database.clock, dayMs).dropOthers();
	});

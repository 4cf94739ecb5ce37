import { sql } from "kysely";
import { inParts, type Queries, type StoreDatabase } from "../database.ts";

/**
 * Changes a guild's list, even with concurrent changes. Writes only the differences.
 *
 * @param edit - returns the new list, or undefined to change nothing; must not use the store
 */
export type ListChange<T> = (
	guildId: string,
	edit: (current: readonly T[]) => readonly T[] | undefined,
) => Promise<void>;

/**
 * @param table - a table with the column `guild_id`
 * @param columns - the other columns, as in the list's entries
 * @returns the calls for guilds' lists in the table. Lists are ordered by the columns
 */
export const guildListIn = <T extends { readonly [K in keyof T]: string | null }>(
	database: StoreDatabase,
	table: string,
	columns: readonly [keyof T & string, ...(keyof T & string)[]],
) => {
	const [first] = columns;
	const names = sql.join(columns.map((column) => sql.ref(column)));
	const read = async (queries: Queries, { guildId }: { readonly guildId: string }) => {
		const found =
			await sql<T>`SELECT ${names} FROM ${sql.table(table)} WHERE guild_id = ${guildId} ORDER BY ${names}`.execute(
				queries,
			);
		return found.rows;
	};
	const valuesOf = (entry: T) => columns.map((column) => entry[column]);
	const byRow = (entries: readonly T[]) =>
		new Map(entries.map((entry) => [JSON.stringify(valuesOf(entry)), entry]));

	const change: ListChange<T> = (guildId, edit) =>
		database.write({ alone: guildId }, async (queries) => {
			const current = await read(queries, { guildId });
			const next = edit(current);
			if (!next) return;
			const had = byRow(current);
			const has = byRow(next);
			const gone = new Set([...had].flatMap(([row, entry]) => (has.has(row) ? [] : [entry[first]])));
			const added = [...has].filter(([row, entry]) => !had.has(row) || gone.has(entry[first]));
			for (const part of inParts([...gone]))
				await sql`
						DELETE FROM ${sql.table(table)}
						WHERE guild_id = ${guildId} AND ${sql.ref(first)} IN (${sql.join(part)})
					`.execute(queries);
			for (const part of inParts(added)) {
				const rows = sql.join(part.map(([, entry]) => sql`(${sql.join([guildId, ...valuesOf(entry)])})`));
				await sql`
						INSERT INTO ${sql.table(table)} (guild_id, ${names}) VALUES ${rows} ON CONFLICT DO NOTHING
					`.execute(queries);
			}
		});

	return { list: (guildId: string) => database.read((queries) => read(queries, { guildId })), read, change };
};

/** @returns the calls for the table `guild_words`: the words that guilds don't allow, in alphabetical order */
export const guildWordsIn = (database: StoreDatabase) => {
	const rows = guildListIn<{ readonly word: string }>(database, "guild_words", ["word"]);
	const change: ListChange<string> = (guildId, edit) =>
		rows.change(guildId, (current) => edit(current.map(({ word }) => word))?.map((word) => ({ word })));
	return { list: async (guildId: string) => (await rows.list(guildId)).map(({ word }) => word), change };
};

/** Rows about recent actions, for limits. @param time - the column with the action's time */
export const recentRows = (
	queries: Queries,
	table: string,
	time: string,
	clock: StoreDatabase["clock"],
	withinMs: number,
) => ({
	/**
	 * Erases actions at least `withinMs` ago. A time at least `withinMs` in the future comes from a wrong clock, so it
	 * counts as old, too.
	 */
	dropOthers: () =>
		sql`DELETE FROM ${sql.table(table)} WHERE abs(${sql.ref(time)} - ${clock}) >= ${withinMs}`.execute(
			queries,
		),

	/**
	 * @returns when the oldest of the last `max` rows with this value expires, in ms since the epoch; undefined if there
	 * are fewer than `max`
	 */
	findRoomAt: async (column: string, value: string, max: number): Promise<number | undefined> => {
		const { rows } = await sql<{ at: number }>`
			SELECT ${sql.ref(time)} AS at FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${value}
			ORDER BY ${sql.ref(time)} DESC LIMIT 1 OFFSET ${max - 1}
		`.execute(queries);
		return rows[0] && rows[0].at + withinMs;
	},
});

const dayMs = 24 * 60 * 60_000;
/** Tables about members' actions, whose rows are of no use a day later, and the column with the action's time. */
const passing = { user_texts: "saidAt", account_tries: "triedAt" };

export const eraseOver = (database: StoreDatabase): Promise<void> =>
	database.write({}, async (queries) => {
		for (const [table, time] of Object.entries(passing))
			await recentRows(queries, table, time, database.clock, dayMs).dropOthers();
	});

/**
 * @returns the calls for the table `user_texts`: when members said texts outside of Herald's guilds, by the database's
 * clock
 */
export const userTextsIn = (database: StoreDatabase) => ({
	/**
	 * Counts a member's text, unless there were too many within `withinMs`.
	 *
	 * @returns when there is room again, in ms since the epoch; undefined if the text was counted
	 */
	take: (userId: string, { withinMs, max }: { readonly withinMs: number; readonly max: number }) =>
		database.write({ alone: `texts of ${userId}` }, async (queries) => {
			const texts = recentRows(queries, "user_texts", "saidAt", database.clock, withinMs);
			await texts.dropOthers();
			const roomAt = await texts.findRoomAt("userId", userId, max);
			if (roomAt === undefined)
				await queries.insertInto("user_texts").values({ userId, saidAt: database.clock }).execute();
			return roomAt;
		}),
});

import { sql } from "kysely";
import type { OwnsGuild, Queries, StoreDatabase } from "./database.ts";
import { inParts } from "./tables/in-parts.ts";

/** The guilds that Herald has left, and what it keeps of guilds as a whole. Times are in ms since the epoch. */
export interface Departures {
	/** @returns the guilds of which something is kept, without those known to be left */
	listKept(): Promise<string[]>;
	/** Notes that Herald has left a guild; an earlier time stays. */
	note(guildId: string, leftAt: number): Promise<void>;
	/** Notes that Herald is in these guilds. */
	cancel(guildIds: readonly string[]): Promise<void>;
	/**
	 * Erases all that is kept of guilds left before a time. Of redemptions, fingerprints of codes and outcomes stay,
	 * without guild and members: a code that may have been redeemed must not be called good later.
	 *
	 * @returns how many guilds were erased
	 */
	erase(leftBefore: number): Promise<number>;
}

const keptOtherwise: ReadonlySet<string> = new Set(["redemptions", "guild_departures"]);

/** A table of the future is erased like the others. @returns the tables of which all goes that is a guild's */
const listTables = async (database: StoreDatabase): Promise<string[]> =>
	(await database.tablesWith("guild_id")).filter((table) => !keptOtherwise.has(table));

const eraseGuilds = async (
	queries: Queries,
	tables: readonly string[],
	guildIds: readonly string[],
): Promise<void> => {
	for (const table of tables)
		await sql`DELETE FROM ${sql.table(table)} WHERE guild_id IN (${sql.join(guildIds)})`.execute(queries);
	await queries
		.updateTable("redemptions")
		.set({ guild_id: "", user_id: null, member: null })
		.where("guild_id", "in", guildIds)
		.execute();
	await queries.deleteFrom("guild_departures").where("guild_id", "in", guildIds).execute();
};

/** @returns the table `guild_departures`, and every table that has a `guild_id` */
export const departuresIn = (database: StoreDatabase, owns: OwnsGuild): Departures => ({
	listKept: async () => {
		const kept = [...(await listTables(database)), "redemptions"].map(
			(table) => sql`SELECT guild_id FROM ${sql.table(table)}`,
		);
		const { rows } = await database.read((queries) =>
			sql<{ guild_id: string }>`
				SELECT guild_id FROM (${sql.join(kept, sql` UNION `)}) AS kept
				WHERE guild_id <> '' AND guild_id NOT IN (SELECT guild_id FROM guild_departures)
			`.execute(queries),
		);
		return rows.map(({ guild_id }) => guild_id).filter(owns);
	},
	note: async (guildId, leftAt) => {
		await database.write((queries) =>
			queries
				.insertInto("guild_departures")
				.values({ guild_id: guildId, left_at: leftAt })
				.onConflict((conflict) => conflict.doNothing())
				.execute(),
		);
	},
	cancel: async (guildIds) => {
		await database.write(async (queries) => {
			for (const part of inParts(guildIds))
				await queries.deleteFrom("guild_departures").where("guild_id", "in", part).execute();
		});
	},
	erase: async (leftBefore) => {
		const tables = await listTables(database);
		return database.write(
			async (queries) => {
				const due = await queries
					.selectFrom("guild_departures")
					.select("guild_id")
					.where("left_at", "<", leftBefore)
					.execute();
				const guildIds = due.map(({ guild_id }) => guild_id).filter(owns);
				for (const part of inParts(guildIds)) await eraseGuilds(queries, tables, part);
				return guildIds.length;
			},
			{ patient: true },
		);
	},
});

import { sql } from "kysely";
import { beyondGuildsPattern, inGuild, ofGuild } from "../shared/party.ts";
import { changeIn, inParts, type OwnsPlace, type Queries, type StoreDatabase } from "./database.ts";

const keptOtherwise: ReadonlySet<string> = new Set(["redemptions", "guild_departures"]);

/** @returns the tables from which all rows of a guild are erased: all with a `guild_id`, except `keptOtherwise` */
const listTables = async (database: StoreDatabase): Promise<string[]> =>
	(await database.tablesWith("guild_id")).filter((table) => !keptOtherwise.has(table));

/**
 * @returns the guilds with rows in a table, without those noted as left. Jumps through the index from guild to guild,
 * because a guild may have thousands of rows
 */
const listGuilds = async (queries: Queries, table: string): Promise<string[]> => {
	const { rows } = await sql<{ guildId: string }>`
		WITH RECURSIVE found (guild_id) AS (
			SELECT min(guild_id) FROM ${sql.table(table)}
			UNION ALL
			SELECT (SELECT min(each.guild_id) FROM ${sql.table(table)} AS each WHERE each.guild_id > found.guild_id)
			FROM found WHERE found.guild_id IS NOT NULL
		)
		SELECT guild_id FROM found
		WHERE guild_id <> '' AND guild_id NOT LIKE ${sql.lit(beyondGuildsPattern)} AND guild_id NOT IN (SELECT guild_id FROM guild_departures)
	`.execute(queries);
	return rows.map(({ guildId }) => guildId);
};

const eraseGuilds = async (queries: Queries, tables: readonly string[], guildIds: readonly string[]) => {
	for (const table of tables)
		await sql`DELETE FROM ${sql.table(table)} WHERE guild_id IN (${sql.join(guildIds)})`.execute(queries);
	await queries
		.updateTable("redemptions")
		.set({ guildId: "", userId: null, member: null })
		.where("guildId", "in", guildIds.map(ofGuild))
		.execute();
	await queries.deleteFrom("guild_departures").where("guildId", "in", guildIds).execute();
};

/**
 * The guilds that Herald has left, and the erasure of whole guilds. Times are in ms since the epoch.
 *
 * @returns the calls for the table `guild_departures`, and every table with a `guild_id`
 */
export const departuresIn = (database: StoreDatabase, owns: OwnsPlace) => ({
	/** @returns this process's guilds that have data and aren't known to have been left */
	listKept: async (): Promise<string[]> => {
		const kept = new Set<string>();
		for (const table of [...(await listTables(database)), "redemptions"])
			for (const guildId of await database.read((queries) => listGuilds(queries, table))) kept.add(guildId);
		return [...kept].filter((guildId) => owns(inGuild(guildId)));
	},

	/** Notes when Herald left a guild; an earlier time stays. */
	note: (guildId: string, leftAt: number) =>
		changeIn(database, (queries) =>
			queries
				.insertInto("guild_departures")
				.values({ guildId, leftAt })
				.onConflict((conflict) => conflict.doNothing()),
		),

	/** Forgets when Herald left these guilds, because Herald is in them. */
	cancel: (guildIds: readonly string[]): Promise<void> =>
		database.write({}, async (queries) => {
			for (const part of inParts(guildIds))
				await queries.deleteFrom("guild_departures").where("guildId", "in", part).execute();
		}),

	/**
	 * Erases the data of guilds left before a time. Redemptions keep outcomes and the codes' hashes, without guild and
	 * member: a code that may have been redeemed must never be called good.
	 *
	 * @returns the number of erased guilds
	 */
	erase: async (leftBefore: number): Promise<number> => {
		const tables = await listTables(database);
		return database.write({ erases: true, patient: true }, async (queries) => {
			const due = await queries
				.selectFrom("guild_departures")
				.select("guildId")
				.where("leftAt", "<", leftBefore)
				.execute();
			const guildIds = due.map(({ guildId }) => guildId).filter((guildId) => owns(inGuild(guildId)));
			for (const part of inParts(guildIds)) await eraseGuilds(queries, tables, part);
			return guildIds.length;
		});
	},
});

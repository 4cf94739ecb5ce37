import { sql } from "kysely";
import { changeIn, type StoreDatabase } from "./database.ts";

/** Some of a bot's shards, and how many it has in all. */
interface Shards {
	readonly ids: readonly number[];
	readonly count: number;
}

/** The holder of a lease. */
export interface ShardHolder {
	readonly holder: string;
	/** How many shards the bot has in all, as this one was told. */
	readonly count: number;
	/** When others may take them, unless it takes them again before: in ms, by the database's clock. */
	readonly until: number;
}

/** @returns the machine's name of a holder, which is that name, a space, and a unique suffix */
export const machineOf = ({ holder }: { readonly holder: string }): string =>
	holder.slice(0, holder.lastIndexOf(" "));

/** Leases on shards, so that no two machines log in with the same one. */
export type ShardLeases = ReturnType<typeof shardLeasesIn>;

/** @returns the table `shard_leases`, by the database's clock: those of machines differ */
export const shardLeasesIn = (database: StoreDatabase) => ({
	/**
	 * Takes or renews leases on shards, in ms: on all of them, or on none where another holder has one of them, or has
	 * shards of another shard count.
	 *
	 * @returns that other holder
	 */
	take: (holder: string, { ids, count }: Shards, leaseMs: number): Promise<ShardHolder | undefined> =>
		database.write(
			async (queries) => {
				const { clock } = database;
				const other = await queries
					.selectFrom("shard_leases")
					.select(["holder", "shardCount as count", "until"])
					.where("holder", "<>", holder)
					.where("until", ">", clock)
					.where(({ eb, or }) => or([eb("shard", "in", ids), eb("shardCount", "<>", count)]))
					.orderBy("until", "desc")
					.limit(1)
					.executeTakeFirst();
				if (other) return other;
				await queries
					.deleteFrom("shard_leases")
					.where(({ eb, or }) =>
						or([eb("holder", "=", holder), eb("shard", "in", ids), eb("until", "<=", clock)]),
					)
					.execute();
				const until = sql<number>`${clock} + ${sql.lit(leaseMs)}`;
				await queries
					.insertInto("shard_leases")
					.values(ids.map((shard) => ({ shard, shardCount: count, holder, until })))
					.execute();
				return undefined;
			},
			{ alone: "shard leases" },
		),

	/** Ends all leases of a holder. */
	give: (holder: string) =>
		changeIn(database, (queries) => queries.deleteFrom("shard_leases").where("holder", "=", holder)),
});

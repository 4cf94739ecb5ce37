import { sql } from "kysely";
import type { StoreDatabase } from "../database.ts";
import type { ShardLeases } from "../shard-leases.ts";

/** @returns the table `shard_leases`, by the database's clock: those of machines differ */
export const shardLeasesIn = (database: StoreDatabase): ShardLeases => ({
	take: (holder, { ids, count }, leaseMs) =>
		database.write(
			async (queries) => {
				const { clock } = database;
				const other = await queries
					.selectFrom("shard_leases")
					.select(["holder", "shard_count as count", "until"])
					.where("holder", "<>", holder)
					.where("until", ">", clock)
					.where(({ eb, or }) => or([eb("shard", "in", ids), eb("shard_count", "<>", count)]))
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
					.values(ids.map((shard) => ({ shard, shard_count: count, holder, until })))
					.execute();
				return undefined;
			},
			{ alone: "shard leases" },
		),
	give: async (holder) => {
		await database.write((queries) =>
			queries.deleteFrom("shard_leases").where("holder", "=", holder).execute(),
		);
	},
});

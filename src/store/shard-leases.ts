import { sql } from "kysely";
import { changeIn, type StoreDatabase } from "./database.ts";

interface Shards {
	readonly ids: readonly number[];
	readonly count: number;
}

export interface ShardHolder {
	readonly holder: string;
	/** The number of all shards in the holder's settings. */
	readonly count: number;
	/** When the lease expires unless it is renewed, in ms by the database's clock. */
	readonly until: number;
}

/** @returns the name of a holder's machine; a holder is that name, a space, and a unique suffix */
export const machineOf = ({ holder }: { readonly holder: string }): string =>
	holder.slice(0, holder.lastIndexOf(" "));

/** Leases on shards, so that no two machines log in with the same shard. */
export type ShardLeases = ReturnType<typeof shardLeasesIn>;

/**
 * @returns the calls for the table `shard_leases`, which go by the database's clock, because machines' clocks differ
 */
export const shardLeasesIn = (database: StoreDatabase) => ({
	/**
	 * Takes or renews leases: of all given shards, or of none if another holder has one of them or uses another number
	 * of shards.
	 *
	 * @returns that other holder; undefined if the leases were taken
	 */
	take: (holder: string, { ids, count }: Shards, leaseMs: number): Promise<ShardHolder | undefined> =>
		database.write({ alone: "shard leases" }, async (queries) => {
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
		}),

	/** Ends all leases of a holder. */
	give: (holder: string) =>
		changeIn(database, (queries) => queries.deleteFrom("shard_leases").where("holder", "=", holder)),
});

/**
 * Slots for logins of shards, shared by all processes: Discord accepts one shard per bucket at a time.
 *
 * @returns the calls for the table `identify_slots`, which go by the database's clock, because machines' clocks differ
 */
export const identifySlotsIn = (database: StoreDatabase) => ({
	/** Takes a bucket's slot for `spacingMs`. @returns 0 if the slot was free; otherwise the ms until it is */
	take: (bucket: number, spacingMs: number): Promise<number> => {
		const { clock } = database;
		const freeAt = sql<number>`${clock} + ${sql.lit(spacingMs)}`;
		return database.write({}, async (queries) => {
			const taken = await queries
				.insertInto("identify_slots")
				.values({ bucket, freeAt })
				.onConflict((conflict) =>
					conflict
						.column("bucket")
						.doUpdateSet({ freeAt })
						// A slot that is taken until after the new time was taken with a wrong clock, so it counts as free.
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

import { checkHistory, readMigrations } from "@herald/common/storage/migrations.ts";
import type pg from "pg";
import { queriesWith } from "../database.ts";
import { inspectBot } from "../inspect-bot.ts";
import { patientStatementMs } from "./database.ts";
import { postgresDialect } from "./dialect.ts";
import { readApplied } from "./migrate.ts";
import { describeAddress, withClient } from "./pool.ts";

/** A shard that a machine holds. */
export interface HeldShard {
	readonly shard: number;
	/** The number of shards in all. */
	readonly count: number;
	/** The machine; see `machineOf`. */
	readonly holder: string;
}

const listHeldShards = async (client: pg.ClientBase): Promise<HeldShard[]> => {
	const { rows } = await client.query<HeldShard>(
		`SELECT shard, shard_count AS count, holder FROM shard_leases
		WHERE until > extract(epoch FROM clock_timestamp()) * 1000 ORDER BY shard`,
	);
	return rows;
};

/**
 * Inspects a PostgreSQL database, even while it is in use, and changes nothing.
 *
 * @returns its name in sentences, the number of pending migrations,
 * the shards that machines hold, in order, and facts about its tables
 * @throws StoreError if it can't be reached, or is newer than this program
 */
export const inspectPostgres = (url: string, directory: string | URL) =>
	withClient(url, async (client, pool) => {
		const called = describeAddress(url);
		const migrations = readMigrations(directory, "postgres");
		const applied = await readApplied(client);
		checkHistory(applied, migrations, called);
		const pending = migrations.length - applied.length;
		if (pending > 0) return { called, pending, held: [], stored: undefined };
		const stored = await inspectBot(queriesWith(postgresDialect(pool, patientStatementMs)));
		return { called, pending, held: await listHeldShards(client), stored };
	});

import { checkHistory, readMigrations } from "@herald/common/storage/migrations.ts";
import type pg from "pg";
import { queriesWith } from "../database.ts";
import { inspectBot } from "../inspect-bot.ts";
import { patientStatementMs } from "./database.ts";
import { postgresDialect } from "./dialect.ts";
import { readApplied } from "./migrate.ts";
import { describeAddress, withClient } from "./pool.ts";

/** A shard that a machine has at the moment. */
export interface HeldShard {
	readonly shard: number;
	/** How many there are in all. */
	readonly count: number;
	/** The machine, as `machineOf` reads it. */
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
 * Looks at a PostgreSQL database, also while it is in use, and changes nothing.
 *
 * @returns its name in sentences, how many migrations it hasn't had yet, the shards that machines have, in order, and
 * what its tables tell
 * @throws StoreError when it can't be reached, or is newer than the program
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

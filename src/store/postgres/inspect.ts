import { checkHistory, readMigrations } from "@herald/common/storage/migrations.ts";
import type pg from "pg";
import { type BadSettings, countBadSettings } from "../bad-settings.ts";
import { queriesWith } from "../database.ts";
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

/** For a statement that reads settings. */
const statementMs = 10_000;

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
 * @returns its name in sentences, how many migrations it hasn't had yet, and, where it is of the newest version, the
 * shards that machines have, in order, and what settings can't be read
 * @throws StoreError when it can't be reached, or is newer than the program
 */
export const inspectPostgres = (
	url: string,
	directory: string | URL,
): Promise<{
	readonly called: string;
	readonly pending: number;
	readonly held: readonly HeldShard[];
	readonly bad?: BadSettings;
}> =>
	withClient(url, async (client, pool) => {
		const called = describeAddress(url);
		const migrations = readMigrations(directory, "postgres");
		const applied = await readApplied(client);
		checkHistory(applied, migrations, called);
		const pending = migrations.length - applied.length;
		if (pending > 0) return { called, pending, held: [] };
		const bad = await countBadSettings(queriesWith(postgresDialect(pool, statementMs)));
		return { called, pending, held: await listHeldShards(client), bad };
	});

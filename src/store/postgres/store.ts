import { retry } from "@herald/common/retry.ts";
import { StoreError } from "@herald/common/start-error.ts";
import {
	type AppliedMigration,
	checkHistory,
	type Migration,
	readMigrations,
} from "@herald/common/storage/migrations.ts";
import type pg from "pg";
import { queriesWith } from "../database.ts";
import { inspectBot } from "../inspect-database.ts";
import { makeStore, type Store, type StoreOptions } from "../store.ts";
import {
	DatabaseAway,
	describeFailure,
	lockNumber,
	PostgresStoreDatabase,
	patientStatementMs,
	postgresDialect,
} from "./database.ts";
import { connectTimeoutMs, describeAddress, findTlsTrouble, makePool, withClient } from "./pool.ts";

/** Whether an error means that the server is away for the moment. */
const isAway = (error: unknown): boolean => {
	if (!(error instanceof Error) || findTlsTrouble(error) !== undefined) return false;
	// An error without a code is a mistake in the URL, unless the connection was too slow or ended.
	return (
		("code" in error || /time|terminated/i.test(error.message)) &&
		describeFailure(error) instanceof DatabaseAway
	);
};

/** Connects to the database and migrates it. @throws StoreError with the connection's error as its cause */
const migrateAt = (url: string): Promise<void> =>
	withClient(url, (client) =>
		migratePostgres(client, new URL("../../../migrations/bot", import.meta.url), describeAddress(url)),
	);

/**
 * Opens the store in a PostgreSQL database, and migrates it.
 *
 * @param url - `postgres://…`, whose parameters mean what they mean to libpq
 * @param dataDir - the data folder, which still has the bot's secret if the data was moved here from SQLite
 * @throws StoreError if the database can't be used or, without `patience`, can't be reached. If the signal of `patience`
 * aborts, its reason is thrown
 */
export const openPostgresStore = async (
	url: string,
	dataDir: string,
	options: StoreOptions,
): Promise<Store> => {
	const { patience, slack = 1 } = options;
	if (!patience) await migrateAt(url);
	else
		await retry(() => migrateAt(url), {
			...patience,
			describe: (error) => {
				if (error instanceof StoreError && isAway(error.cause)) return error.message;
				throw error;
			},
			silence: `The database ${describeAddress(url)} doesn't answer.`,
		});
	const pool = makePool(url, connectTimeoutMs * slack);
	return makeStore(new PostgresStoreDatabase(pool, dataDir, options), options);
};

const readApplied = async (client: pg.ClientBase): Promise<AppliedMigration[]> => {
	const isThere = await client.query("SELECT to_regclass('migrations') IS NOT NULL AS there");
	if (!isThere.rows[0].there) return [];
	return (await client.query<AppliedMigration>("SELECT name, checksum FROM migrations ORDER BY name")).rows;
};

const apply = async (client: pg.ClientBase, { name, sql, checksum }: Migration, called: string) => {
	try {
		await client.query(sql);
	} catch (error) {
		throw new StoreError(
			`The migration ${name} failed on ${called} and was rolled back: ${(error as Error).message}`,
		);
	}
	await client.query("INSERT INTO migrations (name, checksum, applied_at) VALUES ($1, $2, $3)", [
		name,
		checksum,
		Date.now(),
	]);
};

/**
 * Applies the pending migrations, all or none, while other programs wait. If no migration is pending, no right to
 * change tables is needed.
 *
 * @param called - the database's name in sentences
 * @throws {@link StoreError} if an applied migration differs or is missing, the database is newer than this program,
 * or a migration fails; other errors of the server as they are
 */
export const migratePostgres = async (client: pg.ClientBase, directory: string | URL, called: string) => {
	const migrations = readMigrations(directory, "postgres");
	await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${lockNumber("migrations")})`);
	try {
		const applied = await readApplied(client);
		checkHistory(applied, migrations, called);
		if (applied.length === 0)
			await client.query(
				'CREATE TABLE IF NOT EXISTS migrations (name TEXT COLLATE "C" PRIMARY KEY, checksum TEXT NOT NULL, applied_at BIGINT NOT NULL)',
			);
		const done = new Set(applied.map(({ name }) => name));
		for (const migration of migrations) if (!done.has(migration.name)) await apply(client, migration, called);
		await client.query("COMMIT");
	} catch (error) {
		// An error of the rollback must not hide the first one.
		await client.query("ROLLBACK").catch(() => {});
		throw error;
	}
};

export interface HeldShard {
	readonly shard: number;
	/** The number of all shards in the holder's settings. */
	readonly count: number;
	/** The holder of the lease. `machineOf` reads the machine's name from it. */
	readonly holder: string;
}

/**
 * Inspects a PostgreSQL database, even while it is in use, and changes nothing.
 *
 * @returns the database's name in sentences, the number of pending migrations, the shards that machines hold, in
 * order, and facts about its tables. If migrations are pending, no shards are listed, and the facts are undefined
 * @throws StoreError if the database can't be reached, or is newer than this program
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
		const { rows: held } = await client.query<HeldShard>(
			`SELECT shard, shard_count AS count, holder FROM shard_leases
			WHERE until > extract(epoch FROM clock_timestamp()) * 1000 ORDER BY shard`,
		);
		return { called, pending, held, stored };
	});

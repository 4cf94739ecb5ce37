import { StoreError } from "@herald/common/start-error.ts";
import {
	type AppliedMigration,
	checkHistory,
	type Migration,
	readMigrations,
} from "@herald/common/storage/migrations.ts";
import type pg from "pg";
import { lockNumber } from "./database.ts";

/** @returns the migrations that were applied */
export const readApplied = async (client: pg.ClientBase): Promise<AppliedMigration[]> => {
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
 * Applies the pending migrations, all or none, while other programs
 * wait. If none is pending, it needs no right to change tables.
 *
 * @param called - the database's name in sentences
 * @throws {@link StoreError} if an applied migration differs or is missing, the database is newer than this program, or
 * a migration fails; the server's error
 */
export const migratePostgres = async (
	client: pg.ClientBase,
	directory: string | URL,
	called: string,
): Promise<void> => {
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

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Database } from "better-sqlite3";
import { StoreError } from "./error.ts";

interface Migration {
	readonly name: string;
	readonly sql: string;
	readonly checksum: string;
}

const migrationName = /^\d{4}-[a-z0-9-]+\.sql$/;

const readMigrations = (directory: string | URL): Migration[] => {
	const path = directory instanceof URL ? fileURLToPath(directory) : directory;
	return readdirSync(path)
		.filter((name) => migrationName.test(name))
		.sort()
		.map((name) => {
			// Different line endings don't make a different migration.
			const sql = readFileSync(join(path, name), "utf8").replaceAll("\r\n", "\n");
			return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
		});
};

/**
 * Applies the migrations of `directory` that the database hasn't seen yet, in order and each in its own transaction,
 * and records each by name and checksum.
 *
 * @throws {@link StoreError} when an applied migration is another or missing, or the database is newer than the
 * program.
 */
export const migrate = (database: Database, directory: string | URL): void => {
	const migrations = readMigrations(directory);
	database.exec(
		"CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT",
	);
	// Immediate: two processes starting at once must not both apply the same one.
	database.transaction(() => checkHistory(readApplied(database), migrations, database.name)).immediate();
	for (const migration of migrations) applyMigration(database, migration);
};

/**
 * @param file - the database's name in sentences
 * @returns how many migrations of `directory` the database hasn't had yet
 * @throws {@link StoreError} as `migrate` does
 */
export const countPending = (database: Database, directory: string | URL, file: string): number => {
	const migrations = readMigrations(directory);
	const isThere = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get();
	const applied = isThere ? readApplied(database) : [];
	checkHistory(applied, migrations, file);
	return migrations.length - applied.length;
};

const readApplied = (database: Database) =>
	database.prepare("SELECT name, checksum FROM migrations ORDER BY name").all() as Pick<
		Migration,
		"name" | "checksum"
	>[];

const checkHistory = (
	applied: readonly Pick<Migration, "name" | "checksum">[],
	migrations: readonly Migration[],
	file: string,
): void => {
	const known = new Map(migrations.map((migration) => [migration.name, migration.checksum]));
	const newest = migrations.at(-1)?.name ?? "";
	for (const { name, checksum } of applied) {
		const expected = known.get(name);
		if (expected === undefined && name > newest)
			throw new StoreError(
				`The database ${file} is newer than this program (it has ${name}): start the newer version, or restore a backup.`,
			);
		if (expected === undefined)
			throw new StoreError(
				`The migration ${name} was applied to ${file} but is missing here: restore the file from version control.`,
			);
		if (expected !== checksum)
			throw new StoreError(
				`The migration ${name} isn't the one that was applied to ${file}: restore it from version control or, if nobody edited it, the database from a backup.`,
			);
	}
	const last = applied.at(-1)?.name ?? "";
	const skipped = migrations.find(({ name }) => name < last && !applied.some((row) => row.name === name));
	if (skipped)
		throw new StoreError(
			`The migration ${skipped.name} comes before ${last}, which ${file} already has: give it a later number.`,
		);
};

const applyMigration = (database: Database, { name, sql, checksum }: Migration): void => {
	database
		.transaction(() => {
			if (database.prepare("SELECT 1 FROM migrations WHERE name = ?").get(name)) return;
			try {
				database.exec(sql);
			} catch (error) {
				throw new StoreError(
					`The migration ${name} failed on ${database.name} and was rolled back: ${(error as Error).message}`,
				);
			}
			database
				.prepare("INSERT INTO migrations (name, checksum, applied_at) VALUES (?, ?, ?)")
				.run(name, checksum, Date.now());
		})
		.immediate();
};

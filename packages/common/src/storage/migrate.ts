import type { Database } from "better-sqlite3";
import { type AppliedMigration, checkHistory, type Migration, readMigrations } from "./migrations.ts";
import { StoreError } from "./store-error.ts";

/**
 * Applies the migrations of `directory` that the database hasn't seen yet, in order and each in its own transaction,
 * and records each by name and checksum.
 *
 * @returns whether a database of an older version was brought up to date; not told of a new one
 * @throws {@link StoreError} when an applied migration is another or missing, or the database is newer than the
 * program.
 */
export const migrate = (database: Database, directory: string | URL): "upgraded" | undefined => {
	// Without migrations to apply, no write lock is needed.
	const pending = countPending(database, directory, database.name);
	if (pending === 0) return undefined;
	const migrations = readMigrations(directory);
	database.exec(
		"CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT",
	);
	// Immediate: two processes starting at once must not both apply the same one.
	database.transaction(() => checkHistory(readApplied(database), migrations, database.name)).immediate();
	for (const migration of migrations) applyMigration(database, migration);
	return pending < migrations.length ? "upgraded" : undefined;
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
	database.prepare("SELECT name, checksum FROM migrations ORDER BY name").all() as AppliedMigration[];

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

import { join } from "node:path";
import { defer } from "@herald/common/defer.ts";
import { StoreError } from "@herald/common/start-error.ts";
import { makePrivateDatabase, openSecretFile } from "@herald/common/storage/private-file.ts";
import SqliteDatabase from "better-sqlite3";

/**
 * @param statements - statements that need the lock
 * @returns whether another program holds the lock on a SQLite file; false if that can't be told
 */
export const isLocked = (file: string, options: SqliteDatabase.Options, statements: string): boolean => {
	try {
		const database = new SqliteDatabase(file, options);
		using _closing = defer(() => database.close());
		database.exec(statements);
		return false;
	} catch (error) {
		return String((error as { code?: unknown }).code).startsWith("SQLITE_BUSY");
	}
};

/** The locked databases. Without these references, garbage collection would release the locks. */
const held = new Set<SqliteDatabase.Database>();

/** @returns whether a bot runs on the data folder; changes nothing there */
export const isDataDirLocked = (dataDir: string): boolean =>
	isLocked(join(dataDir, "bot.lock"), { readonly: true, timeout: 0 }, "SELECT 1 FROM sqlite_schema");

/**
 * Keeps a second bot off the data folder, with SQLite's lock on an empty file. The system releases the lock when the
 * process ends, even if it is killed. The speech service doesn't take the lock.
 *
 * @param whenHeld - the error's sentence if another bot holds the lock
 * @returns a function that releases the lock
 * @throws {@link StoreError} if another bot holds the lock, or the file can't be used
 */
export const lockDataDir = (
	dataDir: string,
	whenHeld = `Another bot runs on the data of ${dataDir}: stop it first, or give this one a DATA_DIR of its own.`,
): (() => void) => {
	const file = join(dataDir, "bot.lock");
	let database: SqliteDatabase.Database | undefined;
	try {
		makePrivateDatabase(file);
		database = new SqliteDatabase(file, { timeout: 0 });
		database.exec("BEGIN EXCLUSIVE");
		const lock = database;
		held.add(lock);
		return () => {
			held.delete(lock);
			lock.close();
		};
	} catch (error) {
		database?.close();
		if (error instanceof StoreError) throw error;
		if ((error as { code?: unknown }).code === "SQLITE_BUSY") throw new StoreError(whenHeld);
		throw new StoreError(
			`The file ${file} can't be used (${(error as Error).message}): check its folder's permissions and free space.`,
		);
	}
};

/** The name of the secret's file in the data folder. With PostgreSQL, the secret is in the database. */
export const botSecretFile = "bot.secret";

/**
 * Reads the bot's own secret, with which the hashes of members and codes in the table `redemptions` are made. Creates
 * it if it is missing.
 *
 * @throws StoreError if it can't be read or written, or has another length
 */
export const openBotSecret = (dataDir: string): Buffer =>
	openSecretFile(dataDir, botSecretFile, "remove it and lose what connects old redemptions to their codes");

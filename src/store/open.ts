import Database from "better-sqlite3";
import { StoreError } from "./error.ts";
import { migrate } from "./migrate.ts";
import { makePrivateDatabase } from "./private-file.ts";

export type { Database } from "better-sqlite3";

/**
 * How long a statement waits for another process's lock before it fails with SQLITE_BUSY, in ms: the event loop is
 * blocked meanwhile.
 */
const busyTimeoutMs = 500;

/**
 * Opens a SQLite file (made, with its folder, when missing), in WAL mode with foreign keys on, and brings it up to date
 * with the migrations of `migrationsDir`.
 *
 * @throws {@link StoreError} when the file isn't a database, can't be written, or its migrations don't match.
 */
export const openDatabase = (file: string, migrationsDir: string | URL): Database.Database => {
	let database: Database.Database | undefined;
	try {
		makePrivateDatabase(file);
		database = new Database(file, { timeout: busyTimeoutMs });
		database.pragma("journal_mode = WAL");
		database.pragma("foreign_keys = ON");
		migrate(database, migrationsDir);
		return database;
	} catch (error) {
		database?.close();
		if (error instanceof StoreError) throw error;
		const reason = error instanceof Error ? error.message : String(error);
		throw new StoreError(
			`The database ${file} can't be opened (${reason}): check its folder's permissions and free space.`,
		);
	}
};

import { join } from "node:path";
import Sqlite from "better-sqlite3";

/**
 * Locks a folder for this process.
 *
 * @returns a function that ends the lock, as the system does when the process ends in whatever way; undefined when another
 * process has it
 */
export const lockFolder = (folder: string): (() => void) | undefined => {
	const database = new Sqlite(join(folder, "lock.db"), { timeout: 0 });
	try {
		database.exec("BEGIN EXCLUSIVE");
		return () => void database.close();
	} catch {
		database.close();
		return undefined;
	}
};

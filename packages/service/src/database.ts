import { join } from "node:path";
import { type Database, openDatabase } from "@herald/common/storage/open-database.ts";

/**
 * Opens the service's database in the data folder. Commits are synced to disk: a confirmed credit survives even a power
 * cut.
 *
 * @throws StoreError when it can't be used
 */
export const openServiceDatabase = (dataDir: string): Database => {
	const database = openDatabase(join(dataDir, "service.db"), new URL("../migrations", import.meta.url));
	database.pragma("synchronous = FULL");
	return database;
};

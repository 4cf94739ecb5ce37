import { join } from "node:path";
import { type Database, openDatabase } from "../store/open.ts";

/**
 * Opens the service's database in the data folder. What is committed is on disk: whoever was told of a credit keeps it
 * even when the machine stops.
 *
 * @throws StoreError when it can't be used
 */
export const openServiceDatabase = (dataDir: string): Database => {
	const database = openDatabase(
		join(dataDir, "service.db"),
		new URL("../../migrations/service", import.meta.url),
	);
	database.pragma("synchronous = FULL");
	return database;
};

import { type Database, openDatabase } from "../open.ts";
import type { Store } from "../store.ts";
import { makeStore } from "../tables/store.ts";
import { SqliteStoreDatabase } from "./database.ts";

/**
 * @param now - in ms since the epoch
 * @param onUnwritable - told each time it can't be written at the moment, with SQLite's code
 * @returns the store in an open database of the newest version
 */
export const makeSqliteStore = (
	database: Database,
	now: () => number,
	onUnwritable: (code: string) => void = () => {},
): Store => makeStore(new SqliteStoreDatabase(database, onUnwritable), now);

/**
 * Opens the store in a SQLite file, which is created if missing.
 *
 * @param onUnwritable - told each time it can't be written at the moment, with SQLite's code
 * @throws StoreError when the file can't be used
 */
export const openSqliteStore = (
	file: string,
	now: () => number = Date.now,
	onUnwritable: (code: string) => void = () => {},
): Store =>
	makeSqliteStore(openDatabase(file, new URL("../../../migrations/bot", import.meta.url)), now, onUnwritable);

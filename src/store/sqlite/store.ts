import { type Database, openDatabase } from "@herald/common/storage/open-database.ts";
import { makeStore, type Store, type StoreOptions } from "../store.ts";
import { SqliteStoreDatabase } from "./database.ts";

interface SqliteStoreOptions extends StoreOptions {
	/** Told each time it can't be written at the moment, with SQLite's code. */
	readonly onUnwritable?: ((code: string) => void) | undefined;
	/** Whether another process has looked for damage before. */
	readonly isChecked?: boolean;
}

/** @returns the store in an open database of the newest version */
export const makeSqliteStore = (
	database: Database,
	{ onUnwritable = () => {}, ...options }: SqliteStoreOptions = {},
): Store => makeStore(new SqliteStoreDatabase(database, onUnwritable, options.now), options);

/** Opens the store in a SQLite file, which is created if missing. @throws StoreError when the file can't be used */
export const openSqliteStore = (file: string, options: SqliteStoreOptions = {}): Store => {
	const migrations = new URL("../../../migrations/bot", import.meta.url);
	return makeSqliteStore(openDatabase(file, migrations, { check: options.isChecked !== true }), options);
};

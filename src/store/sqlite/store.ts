import { openDatabase } from "@herald/common/storage/open-database.ts";
import { makeStore, type Store, type StoreOptions } from "../store.ts";
import { SqliteStoreDatabase } from "./database.ts";

/** Opens the store in a SQLite file, which is created if missing. @throws StoreError if the file can't be used */
export const openSqliteStore = (file: string, options: StoreOptions = {}): Store => {
	const migrations = new URL("../../../migrations/bot", import.meta.url);
	const database = openDatabase(file, migrations, { check: options.isChecked !== true });
	return makeStore(new SqliteStoreDatabase(database, options.onUnwritable, options.now), options);
};

import { join } from "node:path";
import { afterwards, newFolder } from "@herald/common/testing/afterwards.ts";
import { openSqliteStore } from "../../src/store/sqlite/store.ts";
import type { StoreOptions } from "../../src/store/store.ts";

/** @returns the path for a store's file, in a new folder */
const newStoreFile = (): string => join(newFolder(), "bot.db");

/** Opens a store, by default a new one, which is closed afterwards. */
export const newStore = (options: StoreOptions = {}, file = newStoreFile()) => {
	const store = openSqliteStore(file, options);
	afterwards(() => store.close());
	return store;
};

import { join } from "node:path";
import { openSqliteStore } from "./sqlite/store.ts";
import type { Store, StoreOptions } from "./store.ts";

/** Where Herald keeps what it knows. */
export interface StorePlace {
	readonly dataDir: string;
	/** The address of a PostgreSQL database; without it, SQLite files in the data folder. */
	readonly databaseUrl?: string | undefined;
}

/** Opens the store, and brings it up to date. @throws StoreError when it can't be used */
export const openStore = async (
	{ dataDir, databaseUrl }: StorePlace,
	options: StoreOptions,
): Promise<Store> => {
	if (databaseUrl === undefined) return openSqliteStore(join(dataDir, "bot.db"), options);
	// Loaded on demand: few need it.
	const { openPostgresStore } = await import("./postgres/store.ts");
	return openPostgresStore(databaseUrl, dataDir, options);
};

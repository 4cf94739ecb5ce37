import { join } from "node:path";
import { openSqliteStore } from "./sqlite/store.ts";
import type { Store, StoreOptions } from "./store.ts";

/** The place of Herald's data. */
export interface StorePlace {
	readonly dataDir: string;
	/** A PostgreSQL URL. Without it, the data is in SQLite files in the data folder. */
	readonly databaseUrl?: string | undefined;
}

/** Opens the store and migrates it. @throws StoreError if it can't be used */
export const openStore = async (
	{ dataDir, databaseUrl }: StorePlace,
	options: StoreOptions,
): Promise<Store> => {
	if (databaseUrl === undefined) return openSqliteStore(join(dataDir, "bot.db"), options);
	// Loaded on demand, since few operators use it.
	const { openPostgresStore } = await import("./postgres/store.ts");
	return openPostgresStore(databaseUrl, dataDir, options);
};

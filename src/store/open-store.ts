import { join } from "node:path";
import type { Patience } from "@herald/common/retry.ts";
import { openSqliteStore } from "./sqlite/store.ts";
import type { Store, StoreOptions } from "./store.ts";

/** Where Herald keeps what it knows. */
export interface StorePlace {
	readonly dataDir: string;
	/** Of a PostgreSQL database; without it, SQLite files in the data folder. */
	readonly databaseUrl?: string | undefined;
}

interface OpenStoreOptions extends StoreOptions {
	/** Told each time it can't be used at the moment, with the database's code or the system's. */
	readonly onUnwritable?: ((code: string) => void) | undefined;
	readonly patience?: Patience | undefined;
	/** Whether another process has checked it before. */
	readonly isChecked?: boolean;
}

/** Opens the store, and brings it up to date. @throws StoreError when it can't be used */
export const openStore = async (
	{ dataDir, databaseUrl }: StorePlace,
	{ patience, ...options }: OpenStoreOptions,
): Promise<Store> => {
	if (databaseUrl === undefined) return openSqliteStore(join(dataDir, "bot.db"), options);
	// Loaded on demand: few need it.
	const { openPostgresStore } = await import("./postgres/store.ts");
	return openPostgresStore(databaseUrl, dataDir, { ...options, patience, onAway: options.onUnwritable });
};

import { StoreError } from "../error.ts";
import type { Store } from "../store.ts";
import { makeStore, type StoreOptions } from "../tables/store.ts";
import { PostgresStoreDatabase } from "./database.ts";
import { migratePostgres } from "./migrate.ts";
import { describeAddress, describeTrouble, makePool, patientConnectMs } from "./pool.ts";

interface PostgresStoreOptions extends StoreOptions {
	/** Told each time it can't be used at the moment, with PostgreSQL's code or the system's. */
	readonly onAway?: ((code: string) => void) | undefined;
}

/**
 * Opens the store in a PostgreSQL database, and brings it up to date.
 *
 * @param url - `postgres://…`, as libpq reads it
 * @param dataDir - where a secret may be from before
 * @throws StoreError when it can't be reached or used
 */
export const openPostgresStore = async (
	url: string,
	dataDir: string,
	{ onAway = () => {}, ...options }: PostgresStoreOptions = {},
): Promise<Store> => {
	const called = describeAddress(url);
	const first = makePool(url, patientConnectMs);
	try {
		const client = await first.connect();
		try {
			await migratePostgres(client, new URL("../../../migrations/bot", import.meta.url), called);
		} finally {
			client.release();
		}
	} catch (error) {
		throw error instanceof StoreError ? error : describeTrouble(url, error);
	} finally {
		await first.end();
	}
	return makeStore(new PostgresStoreDatabase(makePool(url), dataDir, onAway), options);
};

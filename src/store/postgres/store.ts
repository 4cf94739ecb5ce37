import { retry } from "@herald/common/retry.ts";
import { StoreError } from "@herald/common/storage/store-error.ts";
import { makeStore, type Store, type StoreOptions } from "../store.ts";
import { DatabaseAway, describeFailure } from "./away.ts";
import { PostgresStoreDatabase } from "./database.ts";
import { migratePostgres } from "./migrate.ts";
import { describeAddress, makePool, withClient } from "./pool.ts";
import { findTlsTrouble } from "./tls-trouble.ts";

/** Whether what went wrong is the way to the server, or the server's own trouble of the moment. */
const isAway = (error: unknown): boolean => {
	if (!(error instanceof Error) || findTlsTrouble(error) !== undefined) return false;
	// An error without a code is a mistake in the address, unless the connection was too slow or has ended.
	return (
		("code" in error || /time|terminated/i.test(error.message)) &&
		describeFailure(error) instanceof DatabaseAway
	);
};

/** Connects, and brings the database up to date. @throws StoreError, whose cause is what the connection came to */
const migrateAt = (url: string): Promise<void> =>
	withClient(url, (client) =>
		migratePostgres(client, new URL("../../../migrations/bot", import.meta.url), describeAddress(url)),
	);

/**
 * Opens the store in a PostgreSQL database, and brings it up to date.
 *
 * @param url - `postgres://…`, as libpq reads it
 * @param dataDir - where a secret may be from before
 * @throws StoreError when it can't be used, or can't be reached and there is no patience; the patience's reason to end
 */
export const openPostgresStore = async (
	url: string,
	dataDir: string,
	options: StoreOptions,
): Promise<Store> => {
	const { patience, onUnwritable } = options;
	if (!patience) await migrateAt(url);
	else
		await retry(() => migrateAt(url), {
			...patience,
			describe: (error) => {
				if (error instanceof StoreError && isAway(error.cause)) return error.message;
				throw error;
			},
			silence: `The database ${describeAddress(url)} doesn't answer.`,
		});
	return makeStore(new PostgresStoreDatabase(makePool(url), dataDir, onUnwritable), options);
};

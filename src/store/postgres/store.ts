import { retry } from "@herald/common/retry.ts";
import { StoreError } from "@herald/common/start-error.ts";
import { makeStore, type Store, type StoreOptions } from "../store.ts";
import { DatabaseAway, describeFailure } from "./away.ts";
import { PostgresStoreDatabase } from "./database.ts";
import { migratePostgres } from "./migrate.ts";
import { describeAddress, makePool, withClient } from "./pool.ts";
import { findTlsTrouble } from "./tls-trouble.ts";

/** Whether an error means that the server is away for the moment. */
const isAway = (error: unknown): boolean => {
	if (!(error instanceof Error) || findTlsTrouble(error) !== undefined) return false;
	// An error without a code is a mistake in the URL, unless the connection was too slow or ended.
	return (
		("code" in error || /time|terminated/i.test(error.message)) &&
		describeFailure(error) instanceof DatabaseAway
	);
};

/** Connects and migrates the database. @throws StoreError with the connection's error as its cause */
const migrateAt = (url: string): Promise<void> =>
	withClient(url, (client) =>
		migratePostgres(client, new URL("../../../migrations/bot", import.meta.url), describeAddress(url)),
	);

/**
 * Opens the store in a PostgreSQL database, and migrates it.
 *
 * @param url - `postgres://…`, with libpq's meaning
 * @param dataDir - may hold a secret from a time with SQLite
 * @throws StoreError if it can't be used, or can't be reached and `patience` isn't set; the patience's reason to end
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

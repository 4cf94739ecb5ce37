import { existsSync } from "node:fs";
import { join } from "node:path";
import { readSecret } from "@herald/common/environment.ts";
import { StartError } from "@herald/common/start-error.ts";
import { readConfig } from "../config.ts";
import { openStore, type StorePlace } from "../store/open-store.ts";
import type { Store } from "../store/store.ts";

/**
 * Works with the store, also while Herald runs.
 *
 * @returns what the work returns
 * @throws StartError where there is no database: one made here would belong to whoever runs the tool
 */
export const withStore = async <T>(place: StorePlace, work: (store: Store) => Promise<T>): Promise<T> => {
	const file = join(place.dataDir, "bot.db");
	if (!place.databaseUrl && !existsSync(file))
		throw new StartError(
			`There is no ${file}. Is DATA_DIR the folder that Herald has? Herald makes the file at its first start.`,
		);
	const store = await openStore(place, {});
	try {
		return await work(store);
	} finally {
		await store.close();
	}
};

/** The same with the connected accounts alone. */
export const withLinks = <T>(
	place: StorePlace,
	work: (links: Store["accountLinks"]) => Promise<T>,
): Promise<T> => withStore(place, ({ accountLinks }) => work(accountLinks));

/** @returns the secrets of ACCOUNTS_SECRET @throws ConfigError when it isn't what it must be */
export const readAccountsSecrets = (): readonly string[] => {
	const secret = readSecret(process.env, "ACCOUNTS_SECRET");
	return readConfig({ ACCOUNTS: "servers", ...(secret && { ACCOUNTS_SECRET: secret }) }).accounts.secrets;
};

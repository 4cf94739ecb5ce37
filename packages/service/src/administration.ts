import type { Database } from "@herald/common/storage/open-database.ts";
import { findAccount, ownAccount, setBalance } from "./accounts/accounts.ts";
import { mintCodes, openCodeSecret } from "./accounts/redemption-codes.ts";
import { openServiceDatabase } from "./config.ts";

export { countCodesBySecret } from "./accounts/redemption-codes.ts";

/** Troubles that an operator can simulate, to see what members see. Each text says what the service then does. */
export const serviceTroubles = {
	slow: "answers six seconds later",
	failing: "fails with every text, as if the gateway couldn't reach its speech engine",
	terms: "redeems no codes, as a New API gateway whose payment terms nobody has confirmed",
	lock: "takes up to three seconds to redeem a code, and refuses others of the account meanwhile",
	database: "has lost its database: balances and codes get AUTH_INTERNAL_ERROR",
	channel: "refuses every text with its upstream's words for an expired key",
	key: "refuses every text as if the key had used up its own limit",
	subscription: "refuses every text as if the account paid by a subscription that is used up",
} as const;
export type ServiceTrouble = keyof typeof serviceTroubles;

export const readTrouble = (database: Database): ServiceTrouble | undefined =>
	database.prepare("SELECT trouble FROM simulated_trouble").pluck().get() as ServiceTrouble | undefined;

/** Replaces the simulated trouble, or ends it. A trouble survives restarts of the service. */
export const simulateTrouble = (database: Database, trouble: ServiceTrouble | undefined): void => {
	if (trouble === undefined) database.prepare("DELETE FROM simulated_trouble").run();
	else database.prepare("INSERT OR REPLACE INTO simulated_trouble (id, trouble) VALUES (1, ?)").run(trouble);
};

/** The operator's commands as functions, for programs that try out a running service. */
export type Administration = ReturnType<typeof openAdministration>;

/**
 * Opens a service's database, even while the service is running, and ends any simulated trouble.
 *
 * @throws StoreError when the database or the secret can't be used
 */
export const openAdministration = (dataDir: string) => {
	const database = openServiceDatabase(dataDir);
	simulateTrouble(database, undefined);
	return {
		mintCodes: (count: number, units: number, note: string) =>
			mintCodes(database, openCodeSecret(dataDir), { count, units, note }).map(({ code }) => code),
		/** Replaces the simulated trouble; undefined ends it. */
		simulate: (trouble: ServiceTrouble | undefined) => simulateTrouble(database, trouble),
		/** Sets the balance of the service's own account to 0. @returns false if the account is missing or unlimited */
		spendCredit: () => {
			const account = findAccount(database, ownAccount);
			return account !== undefined && setBalance(database, account.id, 0) !== undefined;
		},
		close: () => {
			simulateTrouble(database, undefined);
			database.close();
		},
	};
};

import { findAccount, setBalance } from "./accounts/account.ts";
import { openCodeSecret } from "./accounts/code-secret.ts";
import { ownAccount } from "./accounts/keys.ts";
import { mintCodes } from "./accounts/redemption-codes.ts";
import { openServiceDatabase } from "./database.ts";
import { type ServiceTrouble, simulateTrouble } from "./simulated-trouble.ts";

/** What an operator's commands do, for a program that tries a service out while it runs. */
export interface Administration {
	/** @returns new codes, each worth `units` quota units */
	mintCodes(count: number, units: number, note: string): string[];
	/** Simulates a trouble in place of another, or ends it. */
	simulate(trouble: ServiceTrouble | undefined): void;
	/** Takes all credit from the service's own account. @returns whether it had a limit, and so credit to take */
	spendCredit(): boolean;
	close(): void;
}

/**
 * Opens the database of the service in a data folder, beside the service itself. Trouble that was left on ends.
 *
 * @throws StoreError when the database or the secret can't be used
 */
export const openAdministration = (dataDir: string): Administration => {
	const database = openServiceDatabase(dataDir);
	simulateTrouble(database, undefined);
	return {
		mintCodes: (count, units, note) =>
			mintCodes(database, openCodeSecret(dataDir), { count, units, note }).map(({ code }) => code),
		simulate: (trouble) => simulateTrouble(database, trouble),
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

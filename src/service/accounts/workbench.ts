import { findAccount, setBalance } from "./account.ts";
import { ownAccount } from "./keys.ts";
import { openServiceDatabase } from "./open-database.ts";
import { mintCodes } from "./redemption-codes.ts";
import { setRehearsal, type Trouble } from "./rehearsal.ts";
import { openSecret } from "./secret.ts";

/** What an operator's commands do, for a program that tries a service out while it runs. */
export interface Workbench {
	/** @returns new codes, each worth `units` quota units */
	mintCodes(count: number, units: number, note: string): string[];
	/** Puts a trouble on, in place of another, or ends it. */
	rehearse(trouble: Trouble | undefined): void;
	/** Takes all credit from the service's own account. @returns whether it had a limit, and so credit to take */
	spendCredit(): boolean;
	close(): void;
}

/**
 * Opens the database of the service in a data folder beside the service itself. A rehearsal that was left on ends.
 *
 * @throws StoreError when the database or the secret can't be used
 */
export const openWorkbench = (dataDir: string): Workbench => {
	const database = openServiceDatabase(dataDir);
	setRehearsal(database, undefined);
	return {
		mintCodes: (count, units, note) =>
			mintCodes(database, openSecret(dataDir), { count, units, note }).map(({ code }) => code),
		rehearse: (trouble) => setRehearsal(database, trouble),
		spendCredit: () => {
			const account = findAccount(database, ownAccount);
			return account !== undefined && setBalance(database, account.id, 0) !== undefined;
		},
		close: () => {
			setRehearsal(database, undefined);
			database.close();
		},
	};
};

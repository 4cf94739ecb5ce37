import type { Database } from "@herald/common/storage/open-database.ts";
import { priceSpeech } from "@herald/common/wire/prices.ts";

/** An account's balance at its start: quota units, or no limit. */
export type NewAccount = { readonly unlimited: true } | { readonly unlimited: false; readonly units: number };

/** An account that pays for speech. Amounts are in quota units. */
export interface Account {
	readonly id: number;
	readonly name: string;
	readonly unlimited: boolean;
	/** May be below zero: speech is charged after it was made. */
	readonly balance: number;
	/** The cost of all its speech. */
	readonly used: number;
	readonly requests: number;
	readonly disabled: boolean;
}

/** Records a change of an account's balance that isn't speech or a code. */
const note = (database: Database, accountId: number, kind: "start" | "correction", units: number): void => {
	if (units === 0) return;
	database
		.prepare("INSERT INTO ledger (account_id, at, kind, units) VALUES (?, ?, ?, ?)")
		.run(accountId, Date.now(), kind, units);
};

/** Makes an account. @returns its id; @throws SqliteError (SQLITE_CONSTRAINT_UNIQUE) when the name is taken */
export const createAccount = (database: Database, name: string, start: NewAccount): number =>
	database.transaction(() => {
		const units = start.unlimited ? 0 : start.units;
		const id = Number(
			database
				.prepare("INSERT INTO accounts (name, unlimited, balance, created_at) VALUES (?, ?, ?, ?)")
				.run(name, Number(start.unlimited), units, Date.now()).lastInsertRowid,
		);
		note(database, id, "start", units);
		return id;
	})();

const columns = "id, name, unlimited, balance, used, requests, disabled_at IS NOT NULL AS disabled";

type Row = Record<"unlimited" | "disabled", 0 | 1> & Omit<Account, "unlimited" | "disabled">;

const readRow = (row: Row): Account => ({
	...row,
	unlimited: row.unlimited === 1,
	disabled: row.disabled === 1,
});

/** @returns the account as it is now */
export const readAccount = (database: Database, id: number): Account =>
	readRow(database.prepare(`SELECT ${columns} FROM accounts WHERE id = ?`).get(id) as Row);

/** @returns the account of that name */
export const findAccount = (database: Database, name: string): Account | undefined => {
	const row = database.prepare(`SELECT ${columns} FROM accounts WHERE name = ?`).get(name);
	return row === undefined ? undefined : readRow(row as Row);
};

/** @returns all accounts, oldest first */
export const listAccounts = (database: Database): Account[] =>
	(database.prepare(`SELECT ${columns} FROM accounts ORDER BY id`).all() as Row[]).map(readRow);

/** Disables an account, or enables it again. */
export const setDisabled = (database: Database, id: number, disabled: boolean): void => {
	database.prepare("UPDATE accounts SET disabled_at = ? WHERE id = ?").run(disabled ? Date.now() : null, id);
};

/**
 * Gives an account a limit, or removes it. The starting balance is given only once, however often the limit changes.
 */
export const setLimit = (database: Database, id: number, start: NewAccount): void =>
	database
		.transaction(() => {
			if (start.unlimited) {
				database.prepare("UPDATE accounts SET unlimited = 1 WHERE id = ?").run(id);
				return;
			}
			const begun = database.prepare("SELECT 1 FROM ledger WHERE account_id = ? AND kind = 'start'").get(id);
			const units = begun ? 0 : start.units;
			database
				.prepare("UPDATE accounts SET unlimited = 0, balance = balance + ? WHERE id = ?")
				.run(units, id);
			note(database, id, "start", units);
		})
		.immediate();

/**
 * Sets an account's balance, in quota units; the difference is recorded in its ledger as a correction.
 *
 * @returns the previous balance; undefined for an unlimited account, which has none
 */
export const setBalance = (database: Database, id: number, units: number): number | undefined =>
	database
		.transaction(() => {
			const { unlimited, balance } = readAccount(database, id);
			if (unlimited) return undefined;
			database.prepare("UPDATE accounts SET balance = ? WHERE id = ?").run(units, id);
			note(database, id, "correction", units - balance);
			return balance;
		})
		.immediate();

/** Whether an account may request speech. */
export const canPay = ({ unlimited, balance }: Account): boolean => unlimited || balance > 0;

/** The parts of speech that are charged for. */
interface ChargedSpeech {
	readonly promptTokens: number;
	readonly audioTokens: number;
	readonly requestId: string;
}

/** Charges generated speech. For an unlimited account, the cost is only recorded. */
export const chargeSpeech = (
	database: Database,
	accountId: number,
	{ promptTokens, audioTokens, requestId }: ChargedSpeech,
): void => {
	const units = priceSpeech(promptTokens, audioTokens);
	database
		.transaction(() => {
			const unlimited = database
				.prepare(
					`UPDATE accounts SET used = used + :units, requests = requests + 1,
						balance = iif(unlimited, balance, balance - :units)
					WHERE id = :accountId RETURNING unlimited`,
				)
				.pluck()
				.get({ accountId, units }) as 0 | 1;
			if (unlimited === 0)
				database
					.prepare(
						`INSERT INTO ledger (account_id, at, kind, units, request_id, prompt_tokens, audio_tokens)
						VALUES (?, ?, 'speech', ?, ?, ?, ?)`,
					)
					.run(accountId, Date.now(), -units, requestId, promptTokens, audioTokens);
		})
		.immediate();
};

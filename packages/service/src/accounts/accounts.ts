import { createHash, randomBytes } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { type Database, transact } from "@herald/common/storage/open-database.ts";
import { makePrivate } from "@herald/common/storage/private-file.ts";
import { priceSpeech } from "@herald/common/wire/prices.ts";

/** An account that pays for speech. Amounts are in quota units. */
export interface Account {
	readonly id: number;
	readonly name: string;
	readonly unlimited: boolean;
	/** May be negative: speech is charged after it is made. */
	readonly balance: number;
	/** The cost of all the account's speech so far. */
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

/**
 * Makes an account.
 *
 * @param credit - its first balance in quota units; undefined for no limit
 * @returns its id
 * @throws SqliteError (SQLITE_CONSTRAINT_UNIQUE) if the name is taken
 */
export const createAccount = (database: Database, name: string, credit: number | undefined): number =>
	database.transaction(() => {
		const units = credit ?? 0;
		const id = Number(
			database
				.prepare("INSERT INTO accounts (name, unlimited, balance, created_at) VALUES (?, ?, ?, ?)")
				.run(name, Number(credit === undefined), units, Date.now()).lastInsertRowid,
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

export const readAccount = (database: Database, id: number): Account =>
	readRow(database.prepare(`SELECT ${columns} FROM accounts WHERE id = ?`).get(id) as Row);

export const findAccount = (database: Database, name: string): Account | undefined => {
	const row = database.prepare(`SELECT ${columns} FROM accounts WHERE name = ?`).get(name);
	return row === undefined ? undefined : readRow(row as Row);
};

export const listAccounts = (database: Database): Account[] =>
	(database.prepare(`SELECT ${columns} FROM accounts ORDER BY id`).all() as Row[]).map(readRow);

export const setDisabled = (database: Database, id: number, disabled: boolean): void => {
	database.prepare("UPDATE accounts SET disabled_at = ? WHERE id = ?").run(disabled ? Date.now() : null, id);
};

/**
 * Gives an account a limit, or lifts the limit. The starting balance is credited only once, however often the limit
 * changes.
 */
const setLimit = (database: Database, id: number, credit: number | undefined): void =>
	transact(database, () => {
		if (credit === undefined) {
			database.prepare("UPDATE accounts SET unlimited = 1 WHERE id = ?").run(id);
			return;
		}
		const begun = database.prepare("SELECT 1 FROM ledger WHERE account_id = ? AND kind = 'start'").get(id);
		const units = begun ? 0 : credit;
		database.prepare("UPDATE accounts SET unlimited = 0, balance = balance + ? WHERE id = ?").run(units, id);
		note(database, id, "start", units);
	});

/**
 * Sets an account's balance, in quota units; the difference is recorded in its ledger as a correction.
 *
 * @returns the previous balance; undefined for an unlimited account, which has none
 */
export const setBalance = (database: Database, id: number, units: number): number | undefined =>
	transact(database, () => {
		const { unlimited, balance } = readAccount(database, id);
		if (unlimited) return undefined;
		database.prepare("UPDATE accounts SET balance = ? WHERE id = ?").run(units, id);
		note(database, id, "correction", units - balance);
		return balance;
	});

export const canPay = ({ unlimited, balance }: Account): boolean => unlimited || balance > 0;

/** The tokens that speech is charged for. */
export type Usage = Readonly<Record<"promptTokens" | "audioTokens", number>>;

/** Charges generated speech. For an unlimited account, the cost is only recorded. */
export const chargeSpeech = (database: Database, accountId: number, requestId: string, usage: Usage) => {
	const { promptTokens, audioTokens } = usage;
	const units = priceSpeech(promptTokens, audioTokens);
	transact(database, () => {
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
	});
};

const hashKey = (key: string): Buffer => createHash("sha256").update(key).digest();

export interface KeyOwner {
	readonly accountId: number;
	readonly keyName: string;
}

/**
 * @returns the owner of an active key; undefined for other keys. Keys are looked up by their hash, so the time of a
 *   look-up tells guessers nothing
 */
export const findKeyOwner = (database: Database, key: string): KeyOwner | undefined =>
	database
		.prepare<[Buffer], KeyOwner>(
			"SELECT account_id AS accountId, name AS keyName FROM api_keys WHERE hash = ? AND disabled_at IS NULL",
		)
		.get(hashKey(key));

/**
 * Creates a key. The database keeps only its hash.
 *
 * @throws SqliteError (SQLITE_CONSTRAINT_UNIQUE) when the account has a key of that name
 */
export const addKey = (database: Database, accountId: number, name: string): string => {
	const key = `sk-${randomBytes(32).toString("base64url")}`;
	database
		.prepare("INSERT INTO api_keys (account_id, name, hash, created_at) VALUES (?, ?, ?, ?)")
		.run(accountId, name, hashKey(key), Date.now());
	return key;
};

export const listKeyNames = (database: Database, accountId: number): string[] =>
	database
		.prepare("SELECT name FROM api_keys WHERE account_id = ? AND disabled_at IS NULL ORDER BY id")
		.pluck()
		.all(accountId) as string[];

/** Revokes a key for good. @returns whether there was an active key of that name */
export const disableKey = (database: Database, accountId: number, name: string): boolean =>
	database
		.prepare("UPDATE api_keys SET disabled_at = ? WHERE account_id = ? AND name = ? AND disabled_at IS NULL")
		.run(Date.now(), accountId, name).changes > 0;

export interface FirstKey {
	readonly key: string;
	/**
	 * `kept`: unchanged. `made`: at the first start. `replaced`: a new key took the place of one that was disabled or whose
	 * file was lost.
	 */
	readonly origin: "kept" | "made" | "replaced";
}

/** The name of the account that the service makes for itself. */
export const ownAccount = "own";
const firstKey = "first";

const openOwnAccount = (database: Database, credit: number | undefined): number => {
	const own = findAccount(database, ownAccount);
	if (!own) return createAccount(database, ownAccount, credit);
	if (own.unlimited !== (credit === undefined)) setLimit(database, own.id, credit);
	return own.id;
};

/**
 * Reads the service's own key from its file, or creates a key and writes it there, readable by its owner only. The
 * database has only the key's hash, so a key whose file is lost is replaced.
 *
 * @param credit - the one-time starting balance of the service's own account, in quota units; undefined if the account
 *   has no limit from now on
 */
export const openFirstKey = (database: Database, file: string, credit: number | undefined): FirstKey => {
	const accountId = openOwnAccount(database, credit);
	const found = makePrivate(file) ? readFileSync(file, "utf8").trim() : "";
	if (findKeyOwner(database, found)) return { key: found, origin: "kept" };
	return transact(database, (): FirstKey => {
		const { changes } = database
			.prepare("DELETE FROM api_keys WHERE account_id = ? AND name = ?")
			.run(accountId, firstKey);
		const key = addKey(database, accountId, firstKey);
		// The old file is removed first, because an existing file would keep its mode.
		rmSync(file, { force: true });
		writeFileSync(file, `${key}\n`, { mode: 0o600 });
		return { key, origin: changes > 0 ? "replaced" : "made" };
	});
};

/**
 * The estimated cost of speech that is being made, by account, so that concurrent texts don't spend the same balance.
 * Kept in memory only: speech that a crash ends isn't charged.
 */
export class Reservations {
	/** What is reserved, by account id. An account without reservations has no entry. */
	readonly #open = new Map<number, { units: number; changed: PromiseWithResolvers<void> }>();

	unitsOf(accountId: number): number {
		return this.#open.get(accountId)?.units ?? 0;
	}

	/** Resolves when one of the account's reservations is released; at once if the account has none. */
	async lowered(accountId: number): Promise<void> {
		await this.#open.get(accountId)?.changed.promise;
	}

	/** @returns a function that releases the units; call it once */
	reserve(accountId: number, units: number): () => void {
		const open = this.#open.get(accountId) ?? { units: 0, changed: Promise.withResolvers() };
		open.units += units;
		this.#open.set(accountId, open);
		return () => {
			open.units -= units;
			if (open.units === 0) this.#open.delete(accountId);
			const { changed } = open;
			open.changed = Promise.withResolvers();
			changed.resolve();
		};
	}
}

import { createHash, randomBytes } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Database } from "@herald/common/storage/open-database.ts";
import { makePrivate } from "@herald/common/storage/private-file.ts";
import { createAccount, findAccount, type NewAccount, setLimit } from "./account.ts";

const hashKey = (key: string): Buffer => createHash("sha256").update(key).digest();

/** The owner of a key. */
export interface KeyOwner {
	readonly accountId: number;
	readonly keyName: string;
}

/** @returns the owner of an active key; who guesses learns nothing from the time it takes, which goes by its hash */
export const findKeyOwner = (database: Database, key: string): KeyOwner | undefined =>
	database
		.prepare<[Buffer], KeyOwner>(
			"SELECT account_id AS accountId, name AS keyName FROM api_keys WHERE hash = ? AND disabled_at IS NULL",
		)
		.get(hashKey(key));

/**
 * Creates a key. Its text is returned and not stored.
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

/** @returns the names of an account's active keys, oldest first */
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

/** The service's own key, and where it came from. */
export interface FirstKey {
	readonly key: string;
	/**
	 * `kept`: as before. `made`: the first start. `replaced`: it was disabled or its file lost, so the old one was
	 * revoked.
	 */
	readonly origin: "kept" | "made" | "replaced";
}

/** The name of the account that the service makes for itself. */
export const ownAccount = "own";
const firstKey = "first";

const readKeyFile = (file: string): string | undefined =>
	makePrivate(file) ? readFileSync(file, "utf8").trim() || undefined : undefined;

const openOwnAccount = (database: Database, start: NewAccount): number => {
	const own = findAccount(database, ownAccount);
	if (!own) return createAccount(database, ownAccount, start);
	if (own.unlimited !== start.unlimited) setLimit(database, own.id, start);
	return own.id;
};

/**
 * Reads the service's own key from its file, or creates one and writes it there, readable by its owner only. The
 * database only has its hash, so a key whose file is lost is replaced.
 *
 * @param start - whether the service's own account is limited from now on, and its one-time starting balance
 */
export const openFirstKey = (database: Database, file: string, start: NewAccount): FirstKey => {
	const accountId = openOwnAccount(database, start);
	const found = readKeyFile(file);
	if (found !== undefined && findKeyOwner(database, found)) return { key: found, origin: "kept" };
	return database
		.transaction((): FirstKey => {
			const { changes } = database
				.prepare("DELETE FROM api_keys WHERE account_id = ? AND name = ?")
				.run(accountId, firstKey);
			const key = addKey(database, accountId, firstKey);
			// Removed first: an existing file would keep its mode.
			rmSync(file, { force: true });
			writeFileSync(file, `${key}\n`, { mode: 0o600 });
			return { key, origin: changes > 0 ? "replaced" : "made" };
		})
		.immediate();
};

import { createHmac, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Database, transact } from "@herald/common/storage/open-database.ts";
import { markSecret, openSecretFile } from "@herald/common/storage/private-file.ts";
import { codeBytes, formatCode, parseCode } from "@herald/common/wire/code-format.ts";

const file = "service.secret";

export const hasCodeSecret = (dataDir: string): boolean => existsSync(join(dataDir, file));

/**
 * Reads the service's own secret, or creates it if its file is missing. Codes can't be redeemed without the secret they
 * were minted with.
 *
 * @throws StoreError when the file can't be read or written, or doesn't hold 32 bytes
 */
export const openCodeSecret = (dataDir: string): Buffer =>
	openSecretFile(dataDir, file, "remove it and mint all codes anew");

/** @returns a code's hash for the database; case, hyphens and white space don't matter */
export const hashCode = (secret: Buffer, code: string): Buffer =>
	createHmac("sha256", secret)
		.update(parseCode(code) ?? code.trim())
		.digest();

export interface Mint {
	readonly count: number;
	/** The worth of each code, in quota units. */
	readonly units: number;
	/** When the codes expire, in ms since the epoch; null if never, as by default. */
	readonly expiresAt?: number | null;
	readonly note?: string;
}

/** A code in the database; times in ms since the epoch. */
export interface CodeRecord {
	readonly id: number;
	readonly status: "enabled" | "disabled" | "used" | "expired";
	readonly units: number;
	readonly createdAt: number;
	readonly expiresAt: number | null;
	readonly usedAt: number | null;
	/** The name of the account that redeemed the code. */
	readonly usedBy: string | null;
	readonly note: string;
}

/** @returns a new code that ends in a letter or digit, because a double click doesn't select any other last character */
const drawCode = (): string => {
	for (;;) {
		const code = formatCode(randomBytes(codeBytes));
		if (/[0-9A-Z]$/.test(code)) return code;
	}
};

/**
 * Makes codes and stores their hashes: all of them, or none if that fails.
 *
 * @returns the codes with their ids. The codes' texts aren't stored
 */
export const mintCodes = (
	database: Database,
	secret: Buffer,
	{ count, units, expiresAt = null, note = "" }: Mint,
) => {
	const insert = database.prepare(
		`INSERT INTO codes (hash, units, status, note, created_at, expires_at, secret)
		VALUES (?, ?, 'enabled', ?, ?, ?, ?)`,
	);
	const mark = markSecret(secret);
	return transact(database, () =>
		Array.from({ length: count }, () => {
			const code = drawCode();
			const row = insert.run(hashCode(secret, code), units, note, Date.now(), expiresAt, mark);
			return { id: Number(row.lastInsertRowid), code };
		}),
	);
};

/**
 * Records, for each code without such a record, the secret that the code was minted with.
 *
 * @param isNew - whether the secret was created at this start. If so, codes without a recorded secret were minted
 *   with an older secret; otherwise, with this secret
 * @returns how many codes can't be redeemed only because they were minted with another secret
 */
export const countOfOtherSecrets = (database: Database, secret: Buffer, isNew: boolean): number => {
	const mark = markSecret(secret);
	database.prepare("UPDATE codes SET secret = ? WHERE secret IS NULL").run(isNew ? "" : mark);
	return database
		.prepare(
			`SELECT count(*) FROM codes
			WHERE status = 'enabled' AND secret <> ? AND (expires_at IS NULL OR expires_at > ?)`,
		)
		.pluck()
		.get(mark, Date.now()) as number;
};

/**
 * @returns how many enabled, unexpired codes were minted with each secret, by the secret's fingerprint; an older
 *   secret that wasn't recorded has an empty fingerprint
 */
export const countCodesBySecret = (database: Database): ReadonlyMap<string, number> => {
	const rows = database
		.prepare(
			`SELECT secret, count(*) AS count FROM codes
			WHERE status = 'enabled' AND secret IS NOT NULL AND (expires_at IS NULL OR expires_at > ?) GROUP BY secret`,
		)
		.all(Date.now()) as { readonly secret: string; readonly count: number }[];
	return new Map(rows.map(({ secret, count }) => [secret, count]));
};

export interface Redeeming {
	readonly accountId: number;
	readonly codeHash: Buffer;
	readonly requestId: string;
}

/** Why a code is worth nothing. A disabled code counts as used. */
export type WorthlessCode = "unknown" | "used" | "expired";

const findWhy = (database: Database, codeHash: Buffer): WorthlessCode => {
	const status = database.prepare("SELECT status FROM codes WHERE hash = ?").pluck().get(codeHash);
	if (status === undefined) return "unknown";
	return status === "enabled" ? "expired" : "used";
};

/**
 * Redeems a code in one transaction, which is on disk when this returns.
 *
 * @returns the credited quota units, or why nothing was credited
 * @throws SqliteError (SQLITE_BUSY) when another process has locked the database
 */
export const redeemCode = (
	database: Database,
	{ accountId, codeHash, requestId }: Redeeming,
): number | WorthlessCode =>
	transact(database, () => {
		const now = Date.now();
		const code = database
			.prepare(
				`UPDATE codes SET status = 'used', used_at = :now, used_by = :accountId
					WHERE hash = :codeHash AND status = 'enabled' AND (expires_at IS NULL OR expires_at > :now)
					RETURNING id, units`,
			)
			.get({ now, accountId, codeHash }) as { id: number; units: number } | undefined;
		if (!code) return findWhy(database, codeHash);
		database.prepare("UPDATE accounts SET balance = balance + ? WHERE id = ?").run(code.units, accountId);
		database
			.prepare(
				"INSERT INTO ledger (account_id, at, kind, units, code_id, request_id) VALUES (?, ?, 'topup', ?, ?, ?)",
			)
			.run(accountId, now, code.units, code.id, requestId);
		return code.units;
	});

export const listCodes = (database: Database): CodeRecord[] =>
	database
		.prepare(
			`SELECT codes.id, units, note, codes.created_at AS createdAt, expires_at AS expiresAt,
				used_at AS usedAt, accounts.name AS usedBy,
				iif(status = 'enabled' AND expires_at <= ?, 'expired', status) AS status
			FROM codes LEFT JOIN accounts ON accounts.id = used_by ORDER BY codes.id`,
		)
		.all(Date.now()) as CodeRecord[];

/** Disables a code. @returns whether there was such a code that was neither used nor disabled */
export const disableCode = (database: Database, which: { id: number } | { hash: Buffer }): boolean => {
	const [column, value] = "id" in which ? ["id", which.id] : ["hash", which.hash];
	return (
		database
			.prepare(`UPDATE codes SET status = 'disabled' WHERE ${column} = ? AND status = 'enabled'`)
			.run(value).changes > 0
	);
};

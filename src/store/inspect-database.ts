import { readFileSync, statSync } from "node:fs";
import { DataError, StoreError } from "@herald/common/start-error.ts";
import { countPending } from "@herald/common/storage/migrations.ts";
import { describeDamage, isDamage } from "@herald/common/storage/open-database.ts";
import SqliteDatabase from "better-sqlite3";
import { isLocked } from "./data-folder.ts";
import { type Queries, queriesWith } from "./database.ts";
import { secretWarningMs } from "./redemptions.ts";
import { findBadSettings } from "./settings.ts";
import { sqliteDialect } from "./sqlite/store.ts";

/**
 * The offsets of the bytes for the write and read format in a SQLite file. Both bytes are 2 with a write-ahead log, and
 * 1 without.
 */
const journalBytes = [18, 19] as const;

/**
 * Opens a database for reading without leaving files behind. SQLite would leave a journal's files beside a database
 * that no process has open, so such a database is read into memory and marked as one without a journal.
 */
const openQuietly = (file: string): SqliteDatabase.Database => {
	if (statSync(`${file}-wal`, { throwIfNoEntry: false })) return new SqliteDatabase(file, { readonly: true });
	const bytes = readFileSync(file);
	for (const index of journalBytes) if (bytes[index] === 2) bytes[index] = 1;
	return new SqliteDatabase(bytes);
};

/** How long to wait for another program's write, in ms; Herald's own writes are shorter. */
const patienceMs = 2_000;

/** @returns whether another program keeps a database locked. Must only be called if some program has it open */
const isHeld = (file: string): boolean => {
	// Kept open until the end, because closing the last connection would checkpoint and remove the log.
	const open = new SqliteDatabase(file, { readonly: true });
	try {
		open.prepare("SELECT 1 FROM sqlite_schema").get();
		return isLocked(file, { timeout: patienceMs }, "BEGIN IMMEDIATE; ROLLBACK");
	} finally {
		open.close();
	}
};

/**
 * Checks a database for damage, even while it is in use, and changes nothing.
 *
 * @param look - reads stored data; only called if no migrations are pending
 * @returns `pending`: the number of pending migrations; `isHeld`: whether another program keeps the database locked;
 * `stored`: the result of `look`, undefined if migrations are pending
 * @throws StoreError if the database is damaged, newer than this program, or can't be read
 */
export const inspectDatabase = async <T>(
	file: string,
	migrationsDir: URL,
	look: (database: SqliteDatabase.Database) => T | Promise<T>,
) => {
	let database: SqliteDatabase.Database | undefined;
	try {
		database = openQuietly(file);
		const found = database.pragma("quick_check(1)", { simple: true });
		if (found !== "ok") throw new DataError(describeDamage(file, String(found)));
		const pending = countPending(database, migrationsDir, file);
		const isOpen = statSync(`${file}-wal`, { throwIfNoEntry: false }) !== undefined;
		const stored = pending === 0 ? await look(database) : undefined;
		return { pending, isHeld: isOpen && isHeld(file), stored };
	} catch (error) {
		if (error instanceof StoreError) throw error;
		const { message } = error as Error;
		if (isDamage(error)) throw new DataError(describeDamage(file, message));
		throw new StoreError(`The database ${file} can't be read (${message}): check its rights.`);
	} finally {
		database?.close();
	}
};

export type BotFacts = Awaited<ReturnType<typeof inspectBot>>;

export const inspectBot = async (queries: Queries) => {
	const redemptions = await queries
		.selectFrom("redemptions")
		.select((build) => ["secret", build.fn.countAll<number>().as("count")])
		.where("sentAt", ">", Date.now() - secretWarningMs)
		.groupBy("secret")
		.execute();
	const accounts = await queries.selectFrom("account_secret").select("secretId").executeTakeFirst();
	return {
		bad: await findBadSettings(queries),
		/** How many redemptions of the last 30 days were recorded with each secret, by the secret's mark. */
		redemptions: new Map(
			redemptions.flatMap(({ secret, count }) => (secret === null ? [] : [[secret, Number(count)]])),
		),
		/** The id of the secret that connected accounts are encrypted with; undefined if there is none. */
		accountsSecret: accounts?.secretId,
	};
};

export const inspectBotFile = (database: SqliteDatabase.Database): Promise<BotFacts> =>
	inspectBot(queriesWith(sqliteDialect(database)));

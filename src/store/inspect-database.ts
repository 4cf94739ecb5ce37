import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { defer } from "@herald/common/defer.ts";
import { DataError, StoreError } from "@herald/common/start-error.ts";
import { countPending } from "@herald/common/storage/migrations.ts";
import { describeDamage, isDamage } from "@herald/common/storage/open-database.ts";
import { makePrivateFile } from "@herald/common/storage/private-file.ts";
import SqliteDatabase from "better-sqlite3";
import { isLocked } from "./data-folder.ts";
import { type Queries, queriesWith } from "./database.ts";
import { secretWarningMs } from "./redemptions.ts";
import { findBadSettings } from "./settings.ts";
import { sqliteDialect } from "./sqlite/store.ts";

/**
 * How many pages a step of the backup copies: more than any file has. With a second step, a write in between would
 * restart the backup.
 */
const allPages = 0x7fff_ffff;

/** Tables without Herald's data: applied migrations, and SQLite's own. */
const isBookkeeping = (table: string): boolean => table === "migrations" || table.startsWith("sqlite_");

const countRows = (database: SqliteDatabase.Database): ReadonlyMap<string, number> => {
	const names = database
		.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
		.pluck()
		.all() as string[];
	return new Map(
		names.map((name) => {
			const table = `"${name.replaceAll('"', '""')}"`;
			return [name, database.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number];
		}),
	);
};

/** Checks a copy, and makes it a single file without a journal. @throws StoreError if it is damaged or incomplete */
const checkCopy = (copy: string, source: string, expected: ReadonlyMap<string, number>): void => {
	const database = new SqliteDatabase(copy);
	using _closing = defer(() => database.close());
	database.pragma("journal_mode = DELETE");
	const found = String(database.pragma("integrity_check(1)", { simple: true }));
	if (found !== "ok") throw new StoreError(`The database ${source} is damaged (${found.trim()}).`);
	const rows = countRows(database);
	for (const [table, count] of expected)
		if (rows.get(table) !== count)
			throw new StoreError(
				`The copy of ${source} has ${rows.get(table) ?? 0} rows in ${table} instead of ${count}: try again.`,
			);
};

/** @returns a text that changes when the file is written to */
const describeState = (file: string): string => {
	const stat = statSync(file, { throwIfNoEntry: false });
	return `${stat?.size} ${stat?.mtimeMs}`;
};

/**
 * Copies a database's file and its journal, and lets SQLite join the copies.
 *
 * @returns the number of rows of each table
 * @throws StoreError if a program wrote to the database during the copying
 */
const copyFiles = (source: string, draft: string): ReadonlyMap<string, number> => {
	const journal = `${source}-wal`;
	const describeBoth = () => [source, journal].map(describeState).join();
	const before = describeBoth();
	copyFileSync(source, draft);
	if (existsSync(journal)) copyFileSync(journal, `${draft}-wal`);
	if (describeBoth() !== before)
		throw new StoreError(`The database ${source} was written to while it was copied: try again.`);
	const database = new SqliteDatabase(draft);
	using _closing = defer(() => database.close());
	return countRows(database);
};

/** SQLite's error codes for opening a database in WAL mode in a folder where it can't make the journal's files. */
const readOnlyFolder = /^SQLITE_(?:CANTOPEN|READONLY)/;

/**
 * Copies a SQLite database, and checks the copy's pages, indexes and numbers of rows. Even if programs write to the
 * database during the copying, the copy is of one moment. Only the file's owner can read the copy. Until the checks are
 * done, the copy's name ends in `.draft`.
 *
 * @param target - must not exist
 * @returns the number of rows in all tables but SQLite's and the migrations'
 * @throws StoreError if the database is damaged, or can't be read or copied
 */
export const copyDatabase = async (source: string, target: string): Promise<number> => {
	const draft = `${target}.draft`;
	let database: SqliteDatabase.Database | undefined;
	const copy = async (): Promise<ReadonlyMap<string, number>> => {
		try {
			database = new SqliteDatabase(source, { readonly: true, timeout: 5_000 });
			// The backup copies what this transaction sees, so the rows are counted in the transaction, too.
			database.exec("BEGIN");
			const rows = countRows(database);
			await database.backup(draft, { progress: () => allPages });
			return rows;
		} catch (error) {
			if (!readOnlyFolder.test(String((error as { code?: unknown }).code))) throw error;
			// The connection is closed first: reading the file in another way while it is open would drop SQLite's locks.
			database?.close();
			return copyFiles(source, draft);
		}
	};
	try {
		rmSync(draft, { force: true });
		makePrivateFile(draft, new Uint8Array());
		const rows = await copy();
		checkCopy(draft, source, rows);
		renameSync(draft, target);
		return [...rows].reduce((sum, [table, count]) => (isBookkeeping(table) ? sum : sum + count), 0);
	} catch (error) {
		if (error instanceof StoreError) throw error;
		const { message } = error as Error;
		if (isDamage(error)) throw new StoreError(`The database ${source} is damaged (${message}).`);
		throw new StoreError(`The database ${source} can't be copied to ${target} (${message}).`);
	} finally {
		database?.close();
		for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(draft + suffix, { force: true });
	}
};

/**
 * @returns whether another program has the database open; false if that can't be told, for instance because the file
 * is damaged
 */
export const isInUse = (file: string): boolean =>
	isLocked(
		file,
		{ fileMustExist: true, timeout: 0 },
		"PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK",
	);

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
	using _closing = defer(() => open.close());
	open.prepare("SELECT 1 FROM sqlite_schema").get();
	return isLocked(file, { timeout: patienceMs }, "BEGIN IMMEDIATE; ROLLBACK");
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
	try {
		const database = openQuietly(file);
		using _closing = defer(() => database.close());
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

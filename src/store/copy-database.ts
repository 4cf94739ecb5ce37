import { copyFileSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { StoreError } from "@herald/common/start-error.ts";
import { isDamage } from "@herald/common/storage/open-database.ts";
import { makePrivateFile } from "@herald/common/storage/private-file.ts";
import SqliteDatabase from "better-sqlite3";
import { isLocked } from "./data-folder.ts";

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
	try {
		database.pragma("journal_mode = DELETE");
		const found = String(database.pragma("integrity_check(1)", { simple: true }));
		if (found !== "ok") throw new StoreError(`The database ${source} is damaged (${found.trim()}).`);
		const rows = countRows(database);
		for (const [table, count] of expected)
			if (rows.get(table) !== count)
				throw new StoreError(
					`The copy of ${source} has ${rows.get(table) ?? 0} rows in ${table} instead of ${count}: try again.`,
				);
	} finally {
		database.close();
	}
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
	try {
		return countRows(database);
	} finally {
		database.close();
	}
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

import { statSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { defer } from "../defer.ts";
import type { Logger } from "../log.ts";
import { Recent } from "../recent.ts";
import { DataError, StoreError } from "../start-error.ts";
import { migrate } from "./migrations.ts";
import { makePrivateDatabase } from "./private-file.ts";

/**
 * The most characters that a connection's cached statements have together. Without a limit, there would be ever more of
 * them: a statement with a list differs for each length of the list.
 */
const rememberedMaxCharacters = 200_000;

/**
 * Makes a connection prepare each statement only once. A statement's memory isn't part of the JavaScript heap, so the
 * garbage collector would let thousands of them pile up.
 *
 * @returns the same connection; a cached statement is reset to answer in rows, without `raw` or `pluck`
 */
const rememberStatements = (database: Sqlite.Database): Sqlite.Database & Disposable => {
	const prepare = database.prepare.bind(database) as Sqlite.Database["prepare"];
	const prepared = new Recent<Sqlite.Statement>(rememberedMaxCharacters, ({ source }) => source.length);
	const remember = (sql: string): Sqlite.Statement => {
		const statement = prepared.get(sql, () => prepare(sql) as Sqlite.Statement);
		return statement.reader ? statement.raw(false).pluck(false) : statement;
	};
	return Object.assign(database, {
		prepare: remember as Sqlite.Database["prepare"],
		[Symbol.dispose]: () => void database.close(),
	});
};

export type { Database } from "better-sqlite3";

/**
 * How long a statement waits for another process's lock before it fails with SQLITE_BUSY, in ms. The wait blocks the
 * event loop.
 */
export const busyTimeoutMs = 500;

/**
 * How long opening a file waits for other processes' locks, in ms. The wait blocks the event loop, which does no harm
 * during a start.
 */
const openingTimeoutMs = 10_000;

/** The polling interval while another process switches a file to WAL mode, in ms. */
const lookEveryMs = 10;

/** The size of a connection's cache, SQLite's default. better-sqlite3's is 16 MB, and each worker has a connection. */
const cacheKilobytes = 2_000;

/** The largest file that is checked, in bytes: a larger one would delay the start by more than half a second. */
const checkMaxBytes = 64 * 1024 * 1024;

/** @throws DataError when SQLite finds damage in the file's pages. Larger files than `checkMaxBytes` aren't checked */
const checkPages = (database: Sqlite.Database): void => {
	if (statSync(database.name).size > checkMaxBytes) return;
	const found = database.pragma("quick_check(1)", { simple: true });
	if (found !== "ok") throw new DataError(describeDamage(database.name, String(found)));
};

export const describeDamage = (file: string, why: string): string =>
	`The database ${file} is damaged (${why.replace(/\s+/g, " ").trim()}): stop every program that uses it, and restore a backup with npm run restore. Without one, move it away, and it starts empty.`;

/**
 * Matches the codes of errors that may be temporary: another process's lock, a full disk, a read-only or unreachable
 * file.
 */
const passing = /^SQLITE_(?:BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN)/;

/** @returns SQLite's code if an error says that a file can't be written at the moment */
export const findUnwritable = (error: unknown): string | undefined => {
	const { code } = (error ?? {}) as { code?: unknown };
	return typeof code === "string" && passing.test(code) ? code : undefined;
};

/** Whether an error of SQLite means that the file is damaged, or isn't a SQLite file. */
export const isDamage = (error: unknown): boolean =>
	/^SQLITE_(?:CORRUPT|NOTADB)/.test(String((error as { code?: unknown } | null)?.code));

/** Switches to WAL. SQLite itself doesn't wait for another process that switches or writes the same new file. */
const useWal = (database: Sqlite.Database): void => {
	const sleeping = new Int32Array(new SharedArrayBuffer(4));
	for (const until = performance.now() + openingTimeoutMs; ; Atomics.wait(sleeping, 0, 0, lookEveryMs))
		try {
			database.pragma("journal_mode = WAL");
			return;
		} catch (error) {
			if (!findUnwritable(error)?.startsWith("SQLITE_BUSY") || performance.now() > until) throw error;
		}
};

/**
 * Opens a SQLite file in WAL mode with foreign keys on, and brings it up to date with the migrations of `migrationsDir`.
 * Makes the file and its folder if they are missing.
 *
 * @param check - whether to look for damage in all of the file first, unless it is very large
 * @throws {@link StoreError} when the file isn't a database, is damaged, can't be written, or its migrations don't match.
 */
export const openDatabase = (
	file: string,
	migrationsDir: string | URL,
	{ check = true }: { readonly check?: boolean } = {},
): Sqlite.Database & Disposable => {
	let database: Sqlite.Database | undefined;
	try {
		makePrivateDatabase(file);
		database = new Sqlite(file, { timeout: openingTimeoutMs });
		useWal(database);
		database.pragma("foreign_keys = ON");
		// Erased rows leave no bytes behind in free pages.
		database.pragma("secure_delete = ON");
		database.pragma(`cache_size = -${cacheKilobytes}`);
		if (check) checkPages(database);
		// Older versions of Herald left bytes of erased rows in the file.
		if (migrate(database, migrationsDir) === "upgraded") database.exec("VACUUM");
		database.pragma(`busy_timeout = ${busyTimeoutMs}`);
		return rememberStatements(database);
	} catch (error) {
		database?.close();
		if (error instanceof StoreError) throw error;
		const reason = error instanceof Error ? error.message : String(error);
		if (isDamage(error)) throw new DataError(describeDamage(file, reason));
		throw new StoreError(
			`The database ${file} can't be opened (${reason}): check its folder's permissions and free space.`,
		);
	}
};

/** Runs an act in a transaction, which locks the database for writing from its beginning. @returns the act's result */
export const transact = <T>(database: Sqlite.Database, act: () => T): T =>
	database.transaction(act).immediate();

/** The shortest time between two log lines, in ms: a full disk would fill the log. */
const logEveryMs = 60_000;

/**
 * @param log - called with a failure's code, and the number of failures since the last call
 * @returns a function that takes each failure's code, and logs at most once a minute
 */
export const logSometimes = (log: (code: string, failures: number) => void, now: () => number) => {
	let loggedAt = Number.NEGATIVE_INFINITY;
	let failures = 0;
	return (code: string): void => {
		failures += 1;
		if (now() - loggedAt < logEveryMs) return;
		log(code, failures);
		loggedAt = now();
		failures = 0;
	};
};

/**
 * Logs that a file can't be written, at most once a minute.
 *
 * @param file - its name
 * @returns a function that takes each failure's SQLite code
 */
export const logUnwritable = (file: string, logger: Logger, now: () => number): ((code: string) => void) =>
	logSometimes((code, failures) => {
		logger.error(
			{ event: "not_stored", file, code, failures },
			`${file} can't be written: check that the disk has room, the folder's permissions, and that no other program holds the file`,
		);
	}, now);

/**
 * Locks a folder for this process.
 *
 * @returns the lock, which the system releases at the latest when the process ends; undefined if another process has it
 */
export const lockFolder = (folder: string): Disposable | undefined => {
	const database = new Sqlite(join(folder, "lock.db"), { timeout: 0 });
	try {
		database.exec("BEGIN EXCLUSIVE");
		return defer(() => database.close());
	} catch {
		database.close();
		return undefined;
	}
};

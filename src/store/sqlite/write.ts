import Database from "better-sqlite3";
import { Problem } from "../../problem.ts";

/** What another process, a full disk or a read-only file make of a statement. */
const passing = /^SQLITE_(?:BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN)/;

/**
 * Writes in one transaction: all of `work` or nothing. Within another it is part of that one.
 *
 * @returns what `work` returns
 * @throws {@link Problem} `not_stored` when the file can't be written at the moment
 */
export const write = <T>(database: Database.Database, work: () => T): T => {
	try {
		return database.transaction(work).immediate();
	} catch (error) {
		if (error instanceof Database.SqliteError && passing.test(error.code))
			throw new Problem({ kind: "not_stored" }, `the database could not be written (${error.code})`, {
				cause: error,
			});
		throw error;
	}
};

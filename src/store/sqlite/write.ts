import Database from "better-sqlite3";
import { Problem } from "../../problem.ts";

/** The errors of a lock held by another process, a full disk or a read-only file. */
const passing = /^SQLITE_(?:BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN)/;

/**
 * Writes in one transaction: all of `work` or nothing. Nested calls join the outer transaction.
 *
 * @returns what `work` returns
 * @throws {@link Problem} `not_stored` if the file can't be written at the moment
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

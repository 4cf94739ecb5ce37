import { Problem } from "../../problem.ts";
import { busyTimeoutMs, type Database, findUnwritable } from "../open.ts";

/** Databases that couldn't be written when it was last tried. */
const unwritable = new WeakSet<Database>();
const listeners = new WeakMap<Database, (code: string) => void>();

/** Has somebody told each time a database can't be written at the moment, with SQLite's code. */
export const listenToWrites = (database: Database, onUnwritable: (code: string) => void): void => {
	listeners.set(database, onUnwritable);
};

/** While somebody else holds the lock, one write has waited for it, and the others fail at once: waiting blocks the loop. */
const setWritable = (database: Database, isWritable: boolean): void => {
	if (isWritable !== unwritable.has(database)) return;
	if (isWritable) unwritable.delete(database);
	else unwritable.add(database);
	database.pragma(`busy_timeout = ${isWritable ? busyTimeoutMs : 0}`);
};

/**
 * Writes in one transaction: all of `work` or nothing. Nested calls join the outer transaction.
 *
 * @returns what `work` returns
 * @throws {@link Problem} `not_stored` if the file can't be written at the moment
 */
export const write = <T>(database: Database, work: () => T): T => {
	try {
		const result = database.transaction(work).immediate();
		setWritable(database, true);
		return result;
	} catch (error) {
		const code = findUnwritable(error);
		if (code === undefined) throw error;
		setWritable(database, false);
		listeners.get(database)?.(code);
		throw new Problem({ kind: "not_stored" }, `the database could not be written (${code})`, {
			cause: error,
		});
	}
};

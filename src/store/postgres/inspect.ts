import { StoreError } from "../error.ts";
import { checkHistory, readMigrations } from "../migrations.ts";
import { readApplied } from "./migrate.ts";
import { describeAddress, describeTrouble, makePool, patientConnectMs } from "./pool.ts";

/**
 * Looks at a PostgreSQL database, also while it is in use, and changes nothing.
 *
 * @returns its name in sentences, and how many migrations it hasn't had yet
 * @throws StoreError when it can't be reached, or is newer than the program
 */
export const inspectPostgres = async (
	url: string,
	directory: string | URL,
): Promise<{ readonly called: string; readonly pending: number }> => {
	const called = describeAddress(url);
	const pool = makePool(url, patientConnectMs);
	try {
		const client = await pool.connect();
		try {
			const migrations = readMigrations(directory, "postgres");
			const applied = await readApplied(client);
			checkHistory(applied, migrations, called);
			return { called, pending: migrations.length - applied.length };
		} finally {
			client.release();
		}
	} catch (error) {
		throw error instanceof StoreError ? error : describeTrouble(url, error);
	} finally {
		await pool.end();
	}
};

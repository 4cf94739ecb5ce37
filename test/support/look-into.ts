import { join } from "node:path";
import Database from "better-sqlite3";

/** Looks into the database of a Herald that runs, without writing. @returns what was found there */
export const lookInto = <T>(dataDir: string, look: (database: Database.Database) => T): T => {
	const database = new Database(join(dataDir, "bot.db"), { readonly: true });
	try {
		return look(database);
	} finally {
		database.close();
	}
};

/** @returns the one number that a query answers */
export const lookUpNumber = (dataDir: string, sql: string): number =>
	lookInto(dataDir, (database) => database.prepare(sql).pluck().get() as number);

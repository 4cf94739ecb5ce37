import { join } from "node:path";
import Database from "better-sqlite3";

/** Reads the database of a running Herald, without writing. @returns the result of `look` */
export const lookInto = <T>(dataDir: string, look: (database: Database.Database) => T): T => {
	const database = new Database(join(dataDir, "bot.db"), { readonly: true });
	try {
		return look(database);
	} finally {
		database.close();
	}
};

/** @returns the single number that a query selects */
export const lookUpNumber = (dataDir: string, sql: string): number =>
	lookInto(dataDir, (database) => database.prepare(sql).pluck().get() as number);

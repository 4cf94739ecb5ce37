import SqliteDatabase from "better-sqlite3";

/**
 * @param statements - that want the lock in question
 * @returns whether another program keeps a SQLite file locked; false where it can't be told
 */
export const isLocked = (file: string, options: SqliteDatabase.Options, statements: string): boolean => {
	let database: SqliteDatabase.Database | undefined;
	try {
		database = new SqliteDatabase(file, options);
		database.exec(statements);
		return false;
	} catch (error) {
		return String((error as { code?: unknown }).code).startsWith("SQLITE_BUSY");
	} finally {
		database?.close();
	}
};

import type Sqlite from "better-sqlite3";

/**
 * Has a connection prepare each statement only once. A statement's memory isn't of the JavaScript heap: where little is
 * on that, the garbage collector comes for it when there are thousands.
 *
 * @returns the same connection; a statement that is asked for again answers in rows, whatever it was set to before
 */
export const rememberStatements = (database: Sqlite.Database): Sqlite.Database => {
	const prepare = database.prepare.bind(database) as Sqlite.Database["prepare"];
	const prepared = new Map<string, Sqlite.Statement>();
	const remember = (sql: string): Sqlite.Statement => {
		const known = prepared.get(sql);
		if (known === undefined) {
			const statement = prepare(sql) as Sqlite.Statement;
			prepared.set(sql, statement);
			return statement;
		}
		return known.reader ? known.raw(false).pluck(false) : known;
	};
	return Object.assign(database, { prepare: remember as Sqlite.Database["prepare"] });
};

import type { Database } from "./open.ts";

/**
 * Has a connection prepare each statement only once. A statement's memory isn't of the JavaScript heap: in a thread with
 * little on its heap, the garbage collector comes for it when there are thousands. For connections of which each SQL text
 * is used in one place.
 *
 * @returns the same connection
 */
export const rememberStatements = (database: Database): Database => {
	const prepare = database.prepare.bind(database) as Database["prepare"];
	const prepared = new Map<string, unknown>();
	const remember = (sql: string): unknown => {
		const known = prepared.get(sql);
		if (known !== undefined) return known;
		const statement = prepare(sql);
		prepared.set(sql, statement);
		return statement;
	};
	return Object.assign(database, { prepare: remember as Database["prepare"] });
};

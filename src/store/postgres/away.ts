import pg from "pg";

/**
 * The server can't be used at the moment: it is away, stops, starts, has no room or connection left, only reads, or
 * took too long. `code` is PostgreSQL's or the system's.
 */
export class DatabaseAway extends Error {
	override readonly name: string = "DatabaseAway";
	readonly code: string;
	/** Whether the connection can be used again. */
	readonly isConnected: boolean;

	constructor(code: string, isConnected: boolean, cause: unknown) {
		super(`the database can't be used at the moment (${code})`, { cause });
		this.code = code;
		this.isConnected = isConnected;
	}
}

/**
 * PostgreSQL's classes of errors: 08 connections, 25006 a server that only reads, 25P03 and 57014 a time that is over,
 * 53 resources, 55P03 a lock, 57P a server that stops or starts, 58 its system.
 */
const passing = /^(?:08|25006|25P03|53|55P03|57014|57P|58)/;
const disconnecting = /^(?:08|25P03|57P)/;

const codeOf = (error: unknown): string => {
	const { code, message } = error as NodeJS.ErrnoException;
	return code ?? (/time/i.test(message) ? "TIMEOUT" : "DISCONNECTED");
};

/** @returns what an error means that came of connecting */
export const describeUnconnected = (error: unknown): DatabaseAway =>
	new DatabaseAway(codeOf(error), false, error);

/** @returns the error of a statement, or what it means where the server can't be used at the moment */
export const describeFailure = (error: unknown): unknown => {
	// Whatever the server didn't say itself is the connection's.
	if (!(error instanceof pg.DatabaseError)) return describeUnconnected(error);
	const { code = "" } = error;
	return passing.test(code) ? new DatabaseAway(code, !disconnecting.test(code), error) : error;
};

/** Whether a transaction met another one, and may be tried again. */
export const isConflict = (error: unknown): boolean =>
	error instanceof pg.DatabaseError && /^40(?:001|P01)$/.test(error.code ?? "");

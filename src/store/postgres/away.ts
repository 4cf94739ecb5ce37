import pg from "pg";

/**
 * The server can't be used at the moment: it can't be reached, is starting or stopping, has no space or connections
 * left, is read-only, or took too long. `code` is PostgreSQL's or the system's.
 */
export class DatabaseAway extends Error {
	override readonly name: string = "DatabaseAway";
	readonly code: string;
	/** Whether the connection is still usable. */
	readonly isConnected: boolean;

	constructor(code: string, isConnected: boolean, cause: unknown) {
		super(`the database can't be used at the moment (${code})`, { cause });
		this.code = code;
		this.isConnected = isConnected;
	}
}

/**
 * PostgreSQL's error classes that pass: 08 connections, 25006 read-only, 25P03 and 57014 timeouts, 53 resources, 55P03
 * locks, 57P starting or stopping, 58 system errors.
 */
const passing = /^(?:08|25006|25P03|53|55P03|57014|57P|58)/;
const disconnecting = /^(?:08|25P03|57P)/;

const codeOf = (error: unknown): string => {
	const { code, message } = error as NodeJS.ErrnoException;
	return code ?? (/time/i.test(message) ? "TIMEOUT" : "DISCONNECTED");
};

export const describeUnconnected = (error: unknown): DatabaseAway =>
	new DatabaseAway(codeOf(error), false, error);

/** @returns a statement's error, or {@link DatabaseAway} if the server can't be used at the moment */
export const describeFailure = (error: unknown): unknown => {
	// Errors that don't come from the server come from the connection.
	if (!(error instanceof pg.DatabaseError)) return describeUnconnected(error);
	const { code = "" } = error;
	return passing.test(code) ? new DatabaseAway(code, !disconnecting.test(code), error) : error;
};

/** Whether a transaction conflicted with another one, and may be tried again. */
export const isConflict = (error: unknown): boolean =>
	error instanceof pg.DatabaseError && /^40(?:001|P01)$/.test(error.code ?? "");

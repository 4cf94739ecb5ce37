import type { Database } from "@herald/common/storage/open-database.ts";
import {
	CompiledQuery,
	type DatabaseConnection,
	type Dialect,
	SqliteAdapter,
	SqliteDialect,
	SqliteDriver,
	type TransactionSettings,
} from "kysely";

/** Gives the only connection to one caller after the other, in the order of their calls. */
class SingleConnectionDriver extends SqliteDriver {
	readonly #database: Database;
	readonly #waiting: (() => void)[] = [];
	#isTaken = false;

	constructor(database: Database) {
		super({ database });
		this.#database = database;
	}

	override async acquireConnection(): Promise<DatabaseConnection> {
		if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
		this.#isTaken = true;
		return super.acquireConnection();
	}

	override async releaseConnection(): Promise<void> {
		const next = this.#waiting.shift();
		if (next) next();
		else this.#isTaken = false;
	}

	/** Immediate: a transaction that begins by reading could be refused when it writes. */
	override async beginTransaction(
		connection: DatabaseConnection,
		{ accessMode }: TransactionSettings = {},
	): Promise<void> {
		await connection.executeQuery(
			CompiledQuery.raw(accessMode === "read only" ? "BEGIN" : "BEGIN IMMEDIATE"),
		);
	}

	/** After some errors, such as a full disk, SQLite has already rolled back. */
	override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
		if (this.#database.inTransaction) await super.rollbackTransaction(connection);
	}

	/** Does nothing: the database is closed by the code that opened it. */
	override async destroy(): Promise<void> {}
}

/** Kysely needn't serialize callers, since the driver does. */
class Adapter extends SqliteAdapter {
	override get supportsMultipleConnections(): boolean {
		return true;
	}
}

/** @returns a Kysely dialect for an open SQLite database, whose cached statements it uses */
export const sqliteDialect = (database: Database): Dialect =>
	Object.assign(new SqliteDialect({ database }), {
		createAdapter: () => new Adapter(),
		createDriver: () => new SingleConnectionDriver(database),
	});

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

/** Gives the only connection to one after the other, in the order of their coming. */
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

	/** Immediate: one that begins by reading can't be refused later, when it writes. */
	override async beginTransaction(
		connection: DatabaseConnection,
		{ accessMode }: TransactionSettings = {},
	): Promise<void> {
		await connection.executeQuery(
			CompiledQuery.raw(accessMode === "read only" ? "BEGIN" : "BEGIN IMMEDIATE"),
		);
	}

	/** SQLite has rolled back by itself after some errors, such as a full disk. */
	override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
		if (this.#database.inTransaction) await super.rollbackTransaction(connection);
	}

	/** Does nothing: the database is closed by the code that opened it. */
	override async destroy(): Promise<void> {}
}

/** The driver hands its connection out itself. */
class Adapter extends SqliteAdapter {
	override get supportsMultipleConnections(): boolean {
		return true;
	}
}

/** @returns how Kysely speaks to an open SQLite database, through whose remembered statements it goes */
export const sqliteDialect = (database: Database): Dialect =>
	Object.assign(new SqliteDialect({ database }), {
		createAdapter: () => new Adapter(),
		createDriver: () => new SingleConnectionDriver(database),
	});

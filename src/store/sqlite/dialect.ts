import type { Database } from "@herald/common/storage/open-database.ts";
import {
	CompiledQuery,
	type DatabaseConnection,
	type Dialect,
	type Driver,
	type QueryResult,
	SqliteAdapter,
	SqliteIntrospector,
	SqliteQueryCompiler,
	type TransactionSettings,
} from "kysely";

/** The only connection: synchronous, so that a statement's work is done when it returns. */
class SqliteConnection implements DatabaseConnection {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
		const statement = this.#database.prepare(sql);
		if (statement.reader) return { rows: statement.all(parameters) as R[] };
		return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) };
	}

	streamQuery(): never {
		throw new Error("rows are read at once");
	}
}

/** Gives the connection to one after the other, in the order of their coming. */
class SqliteDriver implements Driver {
	readonly #database: Database;
	readonly #connection: SqliteConnection;
	readonly #waiting: (() => void)[] = [];
	#isTaken = false;

	constructor(database: Database) {
		this.#database = database;
		this.#connection = new SqliteConnection(database);
	}

	async init(): Promise<void> {}

	async acquireConnection(): Promise<DatabaseConnection> {
		if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
		this.#isTaken = true;
		return this.#connection;
	}

	async releaseConnection(): Promise<void> {
		const next = this.#waiting.shift();
		if (next) next();
		else this.#isTaken = false;
	}

	/** Immediate: one that begins by reading can't be refused later, when it writes. */
	async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
		await connection.executeQuery(
			CompiledQuery.raw(accessMode === "read only" ? "BEGIN" : "BEGIN IMMEDIATE"),
		);
	}

	async commitTransaction(connection: DatabaseConnection): Promise<void> {
		await connection.executeQuery(CompiledQuery.raw("COMMIT"));
	}

	/** SQLite has rolled back by itself after some errors, such as a full disk. */
	async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
		if (this.#database.inTransaction) await connection.executeQuery(CompiledQuery.raw("ROLLBACK"));
	}

	/** Does nothing: the database is closed by the code that opened it. */
	async destroy(): Promise<void> {}
}

/** The driver hands its connection out itself. */
class Adapter extends SqliteAdapter {
	override get supportsMultipleConnections(): boolean {
		return true;
	}
}

/** @returns how Kysely speaks to an open SQLite database, through whose remembered statements it goes */
export const sqliteDialect = (database: Database): Dialect => ({
	createAdapter: () => new Adapter(),
	createDriver: () => new SqliteDriver(database),
	createIntrospector: (kysely) => new SqliteIntrospector(kysely),
	createQueryCompiler: () => new SqliteQueryCompiler(),
});

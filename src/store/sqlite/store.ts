import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { defer } from "@herald/common/defer.ts";
import { FairQueue } from "@herald/common/fair-queue.ts";
import {
	busyTimeoutMs,
	type Database,
	findUnwritable,
	openDatabase,
} from "@herald/common/storage/open-database.ts";
import {
	CompiledQuery,
	type DatabaseConnection,
	type Dialect,
	type RawBuilder,
	SqliteAdapter,
	SqliteDialect,
	SqliteDriver,
	sql,
	type TransactionSettings,
} from "kysely";
import { Problem } from "../../shared/problem.ts";
import { UnderWay } from "../../shared/under-way.ts";
import { openBotSecret } from "../data-folder.ts";
import { type Queries, queriesWith, type StoreDatabase, type WriteOptions } from "../database.ts";
import { makeStore, type Store, type StoreOptions } from "../store.ts";

/** Opens the store in a SQLite file, which is created if missing. @throws StoreError if the file can't be used */
export const openSqliteStore = (file: string, options: StoreOptions = {}): Store => {
	const migrations = new URL("../../../migrations/bot", import.meta.url);
	const database = openDatabase(file, migrations, { check: options.isChecked !== true });
	return makeStore(new SqliteStoreDatabase(database, options), options);
};

/**
 * For how long a write is tried again if another process holds the lock, in ms from the write's call. After that, the
 * write fails, early enough for an answer to a member within Discord's three seconds.
 */
const patienceMs = 1_500;
/** The longest pause before a write checks again whether another process has released the lock, in ms. */
const lookWithinMs = 10;

/** An open SQLite database with the newest schema. */
export class SqliteStoreDatabase implements StoreDatabase {
	readonly #database: Database;
	readonly #onUnwritable: (code: string) => void;
	readonly #queries: Queries;
	readonly #queue = new FairQueue<string>({ mayBegin: () => true, perOwner: 1 });
	readonly #underWay = new UnderWay();
	readonly #now: () => number;
	readonly #patienceMs: number;
	#mustEmpty = false;

	constructor(database: Database, { onUnwritable = () => {}, now = Date.now, slack = 1 }: StoreOptions = {}) {
		this.#database = database;
		this.#now = now;
		this.#patienceMs = patienceMs * slack;
		this.#onUnwritable = onUnwritable;
		this.#queries = queriesWith(sqliteDialect(database));
	}

	/** The machine's clock, since all programs that share a file run on one machine. */
	get clock(): RawBuilder<number> {
		return sql<number>`${this.#now()}`;
	}

	read<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
		return this.#underWay.follow(work(this.#queries));
	}

	readAtOnce<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
		return this.#underWay.follow(this.#queries.transaction().setAccessMode("read only").execute(work));
	}

	/**
	 * Runs all writes one after the other, in the order of their calls. So every write is alone, whatever its options.
	 */
	write<T>(options: WriteOptions, work: (queries: Queries) => Promise<T>): Promise<T> {
		const until = performance.now() + this.#patienceMs;
		const written = this.#queue.run("write", async () => {
			const result = await this.#write(work, options.durable ?? false, until);
			this.#mustEmpty ||= options.erases ?? false;
			if (this.#mustEmpty) this.#emptyJournal();
			return result;
		});
		return this.#underWay.follow(written);
	}

	/**
	 * Empties the journal. Otherwise, erased rows stay in it until they are overwritten, or until the last process
	 * closes the database.
	 */
	#emptyJournal(): void {
		this.#database.pragma("busy_timeout = 0");
		using _restoring = defer(() => this.#database.pragma(`busy_timeout = ${busyTimeoutMs}`));
		const [done] = this.#database.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
		this.#mustEmpty = done?.busy !== 0;
	}

	async tablesWith(column: string): Promise<string[]> {
		return this.#database
			.prepare(
				`SELECT tables.name FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
				WHERE tables.type = 'table' AND columns.name = ?`,
			)
			.pluck()
			.all(column) as string[];
	}

	async openSecret(): Promise<Buffer> {
		return openBotSecret(dirname(this.#database.name));
	}

	checkWritable(): Promise<void> {
		// This writes a page of the file, although the value stays the same.
		return this.write({}, async () => {
			this.#database.pragma(`user_version = ${this.#database.pragma("user_version", { simple: true })}`);
		});
	}

	async close(): Promise<void> {
		await this.#underWay.settle();
		this.#database.close();
	}

	async #write<T>(work: (queries: Queries) => Promise<T>, durable: boolean, until: number): Promise<T> {
		for (;;)
			try {
				return await this.#transact(work, durable);
			} catch (error) {
				const code = findUnwritable(error);
				if (code === undefined) throw error;
				if (code.startsWith("SQLITE_BUSY") && performance.now() < until) {
					await wait(Math.random() * lookWithinMs);
					continue;
				}
				this.#onUnwritable(code);
				throw new Problem({ kind: "not_stored" }, `the database could not be written (${code})`, {
					cause: error,
				});
			}
	}

	/** Runs a transaction that doesn't wait for another process's lock, which would block the event loop. */
	async #transact<T>(work: (queries: Queries) => Promise<T>, durable: boolean): Promise<T> {
		return this.#queries.connection().execute(async (own) => {
			this.#database.pragma("busy_timeout = 0");
			// In WAL mode, a commit survives a crash of the process, but only a synced one survives a power cut. The setting
			// can't be changed within a transaction.
			if (durable) this.#database.pragma("synchronous = FULL");
			try {
				return await own.transaction().execute(work);
			} finally {
				if (durable) this.#database.pragma("synchronous = NORMAL");
				this.#database.pragma(`busy_timeout = ${busyTimeoutMs}`);
			}
		});
	}
}

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

	/** Begins writes with IMMEDIATE, because SQLite may refuse the first write of a transaction that began by reading. */
	override async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings = {}) {
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

/** @returns a Kysely dialect for an open SQLite database. It uses the database's cached statements */
export const sqliteDialect = (database: Database): Dialect =>
	Object.assign(new SqliteDialect({ database }), {
		// Kysely needn't serialize callers, since the driver does.
		createAdapter: () =>
			Object.defineProperty(new SqliteAdapter(), "supportsMultipleConnections", { value: true }),
		createDriver: () => new SingleConnectionDriver(database),
	});

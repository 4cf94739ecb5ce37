import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { FairQueue } from "@herald/common/fair-queue.ts";
import { busyTimeoutMs, type Database, findUnwritable } from "@herald/common/storage/open-database.ts";
import { type RawBuilder, sql } from "kysely";
import { Problem } from "../../shared/problem.ts";
import { UnderWay } from "../../shared/under-way.ts";
import { openBotSecret } from "../bot-secret.ts";
import { type Queries, queriesWith, type StoreDatabase, type WriteOptions } from "../database.ts";
import { sqliteDialect } from "./dialect.ts";

/**
 * How long a write waits in the queue and for another process's lock, in ms: it fails in time for Discord's three
 * seconds, however many wait.
 */
const patienceMs = 1_500;
/** Within what time a write looks again whether another process has freed the lock, in ms. */
const lookWithinMs = 10;

/** An open SQLite database of the newest version. */
export class SqliteStoreDatabase implements StoreDatabase {
	readonly #database: Database;
	readonly #onUnwritable: (code: string) => void;
	readonly #queries: Queries;
	readonly #queue = new FairQueue<string>({ mayBegin: () => true, perOwner: 1 });
	readonly #underWay = new UnderWay();
	readonly #now: () => number;
	#mustEmpty = false;

	/**
	 * @param onUnwritable - told each time it can't be written at the moment, with SQLite's code
	 * @param now - in ms since the epoch
	 */
	constructor(database: Database, onUnwritable: (code: string) => void = () => {}, now = Date.now) {
		this.#database = database;
		this.#now = now;
		this.#onUnwritable = onUnwritable;
		this.#queries = queriesWith(sqliteDialect(database));
	}

	/** The machine's: all programs that share a file run on one. */
	get clock(): RawBuilder<number> {
		return sql<number>`${this.#now()}`;
	}

	read<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
		return this.#underWay.follow(work(this.#queries));
	}

	readAtOnce<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
		return this.#underWay.follow(this.#queries.transaction().setAccessMode("read only").execute(work));
	}

	/** One after the other, in the order of their calls: so is all that is to be written alone. */
	write<T>(
		work: (queries: Queries) => Promise<T>,
		{ durable = false, erases = false }: WriteOptions = {},
	): Promise<T> {
		const until = performance.now() + patienceMs;
		const written = this.#queue.run("write", async () => {
			const result = await this.#write(work, durable, until);
			this.#mustEmpty ||= erases;
			if (this.#mustEmpty) this.#emptyJournal();
			return result;
		});
		return this.#underWay.follow(written);
	}

	/** Without it, erased rows stay in the journal until others take their place, or until the last process closes it. */
	#emptyJournal(): void {
		this.#database.pragma("busy_timeout = 0");
		try {
			const [done] = this.#database.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
			this.#mustEmpty = done?.busy !== 0;
		} finally {
			this.#database.pragma(`busy_timeout = ${busyTimeoutMs}`);
		}
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
		// Writes the page that it is on, even where it stays the same.
		return this.write(async () => {
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

	/** Waits for another process's lock without blocking the event loop. */
	async #transact<T>(work: (queries: Queries) => Promise<T>, durable: boolean): Promise<T> {
		return this.#queries.connection().execute(async (own) => {
			this.#database.pragma("busy_timeout = 0");
			// In WAL mode, a commit survives a crash of the process, but only a synced one survives a power cut. It can't
			// be chosen within a transaction.
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

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { FairQueue } from "@herald/common/fair-queue.ts";
import { retry, within } from "@herald/common/retry.ts";
import { DataError, StoreError } from "@herald/common/start-error.ts";
import {
	type AppliedMigration,
	checkHistory,
	type Migration,
	readMigrations,
} from "@herald/common/storage/migrations.ts";
import { makeSecret } from "@herald/common/storage/private-file.ts";
import {
	type CompiledQuery,
	type DatabaseConnection,
	type Dialect,
	PostgresDialect,
	PostgresDriver,
	type QueryResult,
	sql,
} from "kysely";
import pg from "pg";
import { Problem } from "../../shared/problem.ts";
import { UnderWay } from "../../shared/under-way.ts";
import { botSecretFile, openBotSecret } from "../data-folder.ts";
import { type Queries, queriesWith, type StoreDatabase, type WriteOptions } from "../database.ts";
import { inspectBot } from "../inspect-database.ts";
import { makeStore, type Store, type StoreOptions } from "../store.ts";
import { connectTimeoutMs, describeAddress, findTlsTrouble, makePool, withClient } from "./pool.ts";

/** Whether an error means that the server is away for the moment. */
const isAway = (error: unknown): boolean => {
	if (!(error instanceof Error) || findTlsTrouble(error) !== undefined) return false;
	// An error without a code is a mistake in the URL, unless the connection was too slow or ended.
	return (
		("code" in error || /time|terminated/i.test(error.message)) &&
		describeFailure(error) instanceof DatabaseAway
	);
};

/** Connects to the database and migrates it. @throws StoreError with the connection's error as its cause */
const migrateAt = (url: string): Promise<void> =>
	withClient(url, (client) =>
		migratePostgres(client, new URL("../../../migrations/bot", import.meta.url), describeAddress(url)),
	);

/**
 * Opens the store in a PostgreSQL database, and migrates it.
 *
 * @param url - `postgres://…`, whose parameters mean what they mean to libpq
 * @param dataDir - the data folder, which still has the bot's secret if the data was moved here from SQLite
 * @throws StoreError if the database can't be used or, without `patience`, can't be reached. If the signal of `patience`
 * aborts, its reason is thrown
 */
export const openPostgresStore = async (
	url: string,
	dataDir: string,
	options: StoreOptions,
): Promise<Store> => {
	const { patience, slack = 1 } = options;
	if (!patience) await migrateAt(url);
	else
		await retry(() => migrateAt(url), {
			...patience,
			describe: (error) => {
				if (error instanceof StoreError && isAway(error.cause)) return error.message;
				throw error;
			},
			silence: `The database ${describeAddress(url)} doesn't answer.`,
		});
	const pool = makePool(url, connectTimeoutMs * slack);
	return makeStore(new PostgresStoreDatabase(pool, dataDir, options), options);
};

const readApplied = async (client: pg.ClientBase): Promise<AppliedMigration[]> => {
	const isThere = await client.query("SELECT to_regclass('migrations') IS NOT NULL AS there");
	if (!isThere.rows[0].there) return [];
	return (await client.query<AppliedMigration>("SELECT name, checksum FROM migrations ORDER BY name")).rows;
};

const apply = async (client: pg.ClientBase, { name, sql, checksum }: Migration, called: string) => {
	try {
		await client.query(sql);
	} catch (error) {
		throw new StoreError(
			`The migration ${name} failed on ${called} and was rolled back: ${(error as Error).message}`,
		);
	}
	await client.query("INSERT INTO migrations (name, checksum, applied_at) VALUES ($1, $2, $3)", [
		name,
		checksum,
		Date.now(),
	]);
};

/**
 * Applies the pending migrations, all or none, while other programs wait. If no migration is pending, no right to
 * change tables is needed.
 *
 * @param called - the database's name in sentences
 * @throws {@link StoreError} if an applied migration differs or is missing, the database is newer than this program,
 * or a migration fails; other errors of the server as they are
 */
export const migratePostgres = async (client: pg.ClientBase, directory: string | URL, called: string) => {
	const migrations = readMigrations(directory, "postgres");
	await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${lockNumber("migrations")})`);
	try {
		const applied = await readApplied(client);
		checkHistory(applied, migrations, called);
		if (applied.length === 0)
			await client.query(
				'CREATE TABLE IF NOT EXISTS migrations (name TEXT COLLATE "C" PRIMARY KEY, checksum TEXT NOT NULL, applied_at BIGINT NOT NULL)',
			);
		const done = new Set(applied.map(({ name }) => name));
		for (const migration of migrations) if (!done.has(migration.name)) await apply(client, migration, called);
		await client.query("COMMIT");
	} catch (error) {
		// An error of the rollback must not hide the first one.
		await client.query("ROLLBACK").catch(() => {});
		throw error;
	}
};

export interface HeldShard {
	readonly shard: number;
	/** The number of all shards in the holder's settings. */
	readonly count: number;
	/** The holder of the lease. `machineOf` reads the machine's name from it. */
	readonly holder: string;
}

const listHeldShards = async (client: pg.ClientBase): Promise<HeldShard[]> => {
	const { rows } = await client.query<HeldShard>(
		`SELECT shard, shard_count AS count, holder FROM shard_leases
		WHERE until > extract(epoch FROM clock_timestamp()) * 1000 ORDER BY shard`,
	);
	return rows;
};

/**
 * Inspects a PostgreSQL database, even while it is in use, and changes nothing.
 *
 * @returns the database's name in sentences, the number of pending migrations, the shards that machines hold, in
 * order, and facts about its tables. If migrations are pending, no shards are listed, and the facts are undefined
 * @throws StoreError if the database can't be reached, or is newer than this program
 */
export const inspectPostgres = (url: string, directory: string | URL) =>
	withClient(url, async (client, pool) => {
		const called = describeAddress(url);
		const migrations = readMigrations(directory, "postgres");
		const applied = await readApplied(client);
		checkHistory(applied, migrations, called);
		const pending = migrations.length - applied.length;
		if (pending > 0) return { called, pending, held: [], stored: undefined };
		const stored = await inspectBot(queriesWith(postgresDialect(pool, patientStatementMs)));
		return { called, pending, held: await listHeldShards(client), stored };
	});

/**
 * The server can't be used at the moment: it can't be reached, is starting or stopping, has no space or connections
 * left, is read-only, or took too long. `code` is PostgreSQL's or the system's; if the error has no code, `code` is
 * `TIMEOUT` or `DISCONNECTED`.
 */
class DatabaseAway extends Error {
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
 * PostgreSQL's error codes, or their beginnings, for troubles that may be temporary: 08 connections, 25006 read-only,
 * 25P03 and 57014 timeouts, 53 resources, 55P03 locks, 57P starting or stopping, 58 system errors.
 */
const passing = /^(?:08|25006|25P03|53|55P03|57014|57P|58)/;
const disconnecting = /^(?:08|25P03|57P)/;

const codeOf = (error: unknown): string => {
	const { code, message } = error as NodeJS.ErrnoException;
	return code ?? (/time/i.test(message) ? "TIMEOUT" : "DISCONNECTED");
};

const describeUnconnected = (error: unknown): DatabaseAway => new DatabaseAway(codeOf(error), false, error);

/** @returns a statement's error, or {@link DatabaseAway} if the server can't be used at the moment */
const describeFailure = (error: unknown): unknown => {
	// Errors that don't come from the server come from the connection.
	if (!(error instanceof pg.DatabaseError)) return describeUnconnected(error);
	const { code = "" } = error;
	return passing.test(code) ? new DatabaseAway(code, !disconnecting.test(code), error) : error;
};

/** Whether a transaction conflicted with another one, and may be tried again. */
const isConflict = (error: unknown): boolean =>
	error instanceof pg.DatabaseError && /^40(?:001|P01)$/.test(error.code ?? "");

/** @returns a value without NUL, which PostgreSQL's texts can't contain */
export const storable = (value: unknown): unknown =>
	typeof value === "string" ? value.replaceAll("\0", "") : value;

const makeConnection = (client: pg.PoolClient, timeoutMs: number) => ({
	client,
	/** Whether the connection may be used again. */
	isSound: true,
	/**
	 * A text without parameters may consist of several statements. No statement is prepared by name, because a named
	 * statement would belong to its connection.
	 */
	async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
		try {
			const answer = await client.query<R & pg.QueryResultRow>({
				text: sql,
				values: parameters.map(storable),
				query_timeout: timeoutMs,
			} as pg.QueryConfig);
			const { rows, rowCount } = Array.isArray(answer) ? (answer.at(-1) as pg.QueryResult) : answer;
			return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
		} catch (error) {
			const failure = describeFailure(error);
			if (failure instanceof DatabaseAway && !failure.isConnected) this.isSound = false;
			throw failure;
		}
	},
	streamQuery(): never {
		throw new Error("rows are read at once");
	},
});

/** Takes connections from a pool. Transactions are begun by `PostgresStoreDatabase`. */
const makeDriver = (pool: pg.Pool, timeoutMs: number) =>
	Object.assign(new PostgresDriver({ pool }), {
		acquireConnection: async () => {
			const client = await pool.connect().catch((error: unknown) => {
				throw describeUnconnected(error);
			});
			return makeConnection(client, timeoutMs);
		},
		releaseConnection: async (connection: DatabaseConnection) => {
			const { client, isSound } = connection as ReturnType<typeof makeConnection>;
			client.release(!isSound);
		},
		/** Does nothing: the pool is ended by its creator. */
		destroy: async () => {},
	});

/**
 * @param timeoutMs - the time limit of a statement. A connection whose statement takes longer isn't used again
 * @returns a Kysely dialect for a pool of PostgreSQL connections
 */
const postgresDialect = (pool: pg.Pool, timeoutMs: number): Dialect =>
	Object.assign(new PostgresDialect({ pool }), { createDriver: () => makeDriver(pool, timeoutMs) });

/**
 * The time limit of a statement, including its wait for locks, in ms. Together with the time to connect, it is short
 * enough for an answer to a member within Discord's three seconds.
 */
const statementMs = 1_300;
const patientStatementMs = 30_000;
/**
 * How much longer the client waits than the server, in ms, so that the server's limit comes first and the connection
 * survives.
 */
const answerMs = 300;
/** How long a write may wait for earlier writes with the same lock in this process, in ms. */
const turnMs = 1_000;
/** How long a transaction may be idle before it is ended, in ms, so that a stuck process doesn't keep its locks. */
const idleMs = 5_000;
/** How many times a transaction is tried if it conflicts with others. */
const triesMax = 4;
/** How long to keep asking for the outcome of a COMMIT whose answer was lost, in ms. */
const outcomeMs = 1_000;
const askAgainMs = 50;
/** How long a stop waits for connections to end, in ms. */
const endMs = 2_000;

/** @returns the number of an advisory lock, in decimal. It is a hash, so that it differs from other programs' locks */
export const lockNumber = (name: string): string =>
	createHash("sha256").update(`herald:${name}`).digest().readBigInt64BE().toString();

/**
 * @returns one message that begins a transaction with its settings and lock. The server answers with the
 * transaction's id. The settings end with the transaction
 */
const beginWrite = ({ alone, durable, patient }: WriteOptions, slack: number): string =>
	[
		"BEGIN",
		`SET LOCAL statement_timeout = ${patient ? patientStatementMs : statementMs * slack}`,
		`SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`,
		...(durable
			? [
					"SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'",
				]
			: []),
		...(alone === undefined ? [] : [`SELECT pg_advisory_xact_lock(${lockNumber(alone)})`]),
		"SELECT pg_current_xact_id()::text AS id",
	].join("; ");

/** A PostgreSQL database with the newest schema. */
class PostgresStoreDatabase implements StoreDatabase {
	/** The time at which the statement runs, not at which its transaction began. */
	readonly clock = sql<number>`CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)`;
	readonly #pool: pg.Pool;
	readonly #secretFile: string;
	readonly #onAway: (code: string) => void;
	readonly #slack: number;
	readonly #queries: Queries;
	readonly #patiently: Queries;
	readonly #queue = new FairQueue<string>({ mayBegin: () => true, perOwner: 1 });
	readonly #underWay = new UnderWay();

	/**
	 * @param dataDir - the data folder. The bot's secret may be in it, from when Herald's data was in SQLite
	 */
	constructor(pool: pg.Pool, dataDir: string, { onUnwritable = () => {}, slack = 1 }: StoreOptions) {
		this.#slack = slack;
		this.#secretFile = join(dataDir, botSecretFile);
		this.#pool = pool;
		this.#onAway = onUnwritable;
		this.#queries = queriesWith(postgresDialect(pool, (statementMs + answerMs) * slack));
		this.#patiently = queriesWith(postgresDialect(pool, patientStatementMs + answerMs));
	}

	read<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
		return this.#read(() => work(this.#queries));
	}

	readAtOnce<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
		const begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
		return this.#read(() => transact(this.#queries, begin, work));
	}

	write<T>(options: WriteOptions, work: (queries: Queries) => Promise<T>): Promise<T> {
		const until = performance.now() + (options.patient ? patientStatementMs : turnMs * this.#slack);
		const write = () =>
			this.#report("not_stored", async () => {
				if (performance.now() > until) throw new DatabaseAway("TIMEOUT", true, undefined);
				return this.#write(work, options);
			});
		const { alone } = options;
		return this.#underWay.follow(alone === undefined ? write() : this.#queue.run(alone, write));
	}

	async tablesWith(column: string): Promise<string[]> {
		const { rows } = await this.read((queries) =>
			sql<{ tableName: string }>`
				SELECT table_name FROM information_schema.columns JOIN information_schema.tables
				USING (table_catalog, table_schema, table_name)
				WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND column_name = ${column}
			`.execute(queries),
		);
		return rows.map(({ tableName }) => tableName);
	}

	async openSecret(): Promise<Buffer> {
		const file = this.#secretFile;
		const local = existsSync(file) ? openBotSecret(dirname(file)) : undefined;
		const { value } = await this.write({}, async (queries) => {
			await queries
				.insertInto("secrets")
				.values({ name: "bot", value: local ?? makeSecret() })
				.onConflict((conflict) => conflict.doNothing())
				.execute();
			return queries
				.selectFrom("secrets")
				.select("value")
				.where("name", "=", "bot")
				.executeTakeFirstOrThrow();
		});
		const shared = Buffer.from(value);
		if (local !== undefined && !local.equals(shared))
			throw new DataError(
				`The file ${file} is another secret than the database's, so that codes would be taken for others: if it is of a Herald that kept its data here before, move it away, or carry its data over with npm run move-store.`,
			);
		return shared;
	}

	async checkWritable(): Promise<void> {
		// A logical message, which PostgreSQL writes to its log like a change. Nobody reads it.
		await this.write({}, (queries) =>
			sql`SELECT pg_logical_emit_message(true, 'herald', '')`.execute(queries),
		);
	}

	async close(): Promise<void> {
		await this.#underWay.settle();
		await within(endMs, this.#pool.end());
	}

	/** Reads again if a connection was lost before the read used it. */
	#read<T>(work: () => Promise<T>): Promise<T> {
		const again = (error: unknown): Promise<T> => {
			if (error instanceof DatabaseAway && error.code === "ECONNRESET") return work();
			throw error;
		};
		return this.#underWay.follow(this.#report("not_read", () => work().catch(again)));
	}

	async #write<T>(work: (queries: Queries) => Promise<T>, options: WriteOptions): Promise<T> {
		const queries = options.patient ? this.#patiently : this.#queries;
		for (let tries = 1; ; tries += 1)
			try {
				return await transact(queries, beginWrite(options, this.#slack), work);
			} catch (error) {
				if (error instanceof LostCommit) return await this.#findOutcome<T>(error);
				if (tries === triesMax || !isConflict(error)) throw error;
			}
	}

	/**
	 * @returns the result of the work, if it was committed
	 * @throws the lost commit's error, if it wasn't committed or the outcome is unknown
	 */
	async #findOutcome<T>(lost: LostCommit): Promise<T> {
		let status: string | null | undefined;
		let isOver = false;
		const ask = async (): Promise<void> => {
			const asked = sql<{
				status: string;
			}>`SELECT pg_xact_status(CAST(${lost.id} AS xid8)) AS status`.execute(this.#queries);
			status = await asked.then(({ rows }) => rows[0]?.status).catch(() => undefined);
			// The transaction may still be in progress: the server hasn't noticed the lost connection yet.
			if (status !== "committed" && status !== "aborted" && !isOver) await wait(askAgainMs).then(ask);
		};
		await within(outcomeMs, ask());
		isOver = true;
		if (status === "committed") return lost.result as T;
		lost.isKnown = status === "aborted";
		throw lost;
	}

	async #report<T>(kind: "not_read" | "not_stored", work: () => Promise<T>): Promise<T> {
		try {
			return await work();
		} catch (error) {
			if (!(error instanceof DatabaseAway)) throw error;
			this.#onAway(error.code);
			const isUnknown = error instanceof LostCommit && !error.isKnown;
			throw new Problem({ kind: isUnknown ? "maybe_stored" : kind }, error.message, { cause: error });
		}
	}
}

/** The connection was lost between a COMMIT and its answer. */
class LostCommit extends DatabaseAway {
	override readonly name = "LostCommit";
	/** Whether it is known that nothing was committed. */
	isKnown = false;
	readonly id: string;
	readonly result: unknown;

	constructor({ code, cause }: DatabaseAway, id: string, result: unknown) {
		super(code, false, cause);
		this.id = id;
		this.result = result;
	}
}

/** @returns the result of the work, once it is committed */
const transact = <T>(queries: Queries, begin: string, work: (queries: Queries) => Promise<T>): Promise<T> =>
	queries.connection().execute(async (own) => {
		try {
			// Even if this statement fails, the transaction may have begun: BEGIN comes before the wait for the lock.
			const { rows } = await sql.raw<{ id?: string }>(begin).execute(own);
			const id = rows[0]?.id;
			const result = await work(own);
			await sql`COMMIT`.execute(own).catch((error: unknown) => {
				const isLost = id !== undefined && error instanceof DatabaseAway && !error.isConnected;
				throw isLost ? new LostCommit(error, id, result) : error;
			});
			return result;
		} catch (error) {
			// The server itself rolls back a transaction whose connection is lost. An error of the rollback must not hide
			// the first one.
			if (!(error instanceof DatabaseAway) || error.isConnected)
				await sql`ROLLBACK`.execute(own).catch(() => {});
			throw error;
		}
	});

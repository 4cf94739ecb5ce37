import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { FairQueue } from "@herald/common/fair-queue.ts";
import { within } from "@herald/common/retry.ts";
import { DataError } from "@herald/common/start-error.ts";
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
import type { StoreOptions } from "../store.ts";

/**
 * The server can't be used at the moment: it can't be reached, is starting or stopping, has no space or connections
 * left, is read-only, or took too long. `code` is PostgreSQL's or the system's; if the error has no code, `code` is
 * `TIMEOUT` or `DISCONNECTED`.
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
export const describeFailure = (error: unknown): unknown => {
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
export const postgresDialect = (pool: pg.Pool, timeoutMs: number): Dialect =>
	Object.assign(new PostgresDialect({ pool }), { createDriver: () => makeDriver(pool, timeoutMs) });

/**
 * The time limit of a statement, including its wait for locks, in ms. Together with the time to connect, it is short
 * enough for an answer to a member within Discord's three seconds.
 */
const statementMs = 1_300;
export const patientStatementMs = 30_000;
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
export class PostgresStoreDatabase implements StoreDatabase {
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

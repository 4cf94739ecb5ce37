import {
	type CompiledQuery,
	type DatabaseConnection,
	type Dialect,
	PostgresDialect,
	PostgresDriver,
	type QueryResult,
} from "kysely";
import type pg from "pg";
import { DatabaseAway, describeFailure, describeUnconnected } from "./away.ts";

/** @returns a value that PostgreSQL can store: its texts can't contain NUL */
export const storable = (value: unknown): unknown =>
	typeof value === "string" ? value.replaceAll("\0", "") : value;

class PostgresConnection implements DatabaseConnection {
	readonly client: pg.PoolClient;
	readonly #timeoutMs: number;
	/** Whether the connection may be used again. */
	isSound = true;

	constructor(client: pg.PoolClient, timeoutMs: number) {
		this.client = client;
		this.#timeoutMs = timeoutMs;
	}

	/** A text without parameters may consist of several statements. Nothing is prepared by name. */
	async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
		try {
			const answer = await this.client.query<R & pg.QueryResultRow>({
				text: sql,
				values: parameters.map(storable),
				query_timeout: this.#timeoutMs,
			} as pg.QueryConfig);
			const { rows, rowCount } = Array.isArray(answer) ? (answer.at(-1) as pg.QueryResult) : answer;
			return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
		} catch (error) {
			const failure = describeFailure(error);
			if (failure instanceof DatabaseAway && !failure.isConnected) this.isSound = false;
			throw failure;
		}
	}

	streamQuery(): never {
		throw new Error("rows are read at once");
	}
}

/** Takes connections from a pool. Transactions are begun by `PostgresStoreDatabase`. */
class PoolDriver extends PostgresDriver {
	readonly #pool: pg.Pool;
	readonly #timeoutMs: number;

	constructor(pool: pg.Pool, timeoutMs: number) {
		super({ pool });
		this.#pool = pool;
		this.#timeoutMs = timeoutMs;
	}

	override async acquireConnection(): Promise<DatabaseConnection> {
		try {
			return new PostgresConnection(await this.#pool.connect(), this.#timeoutMs);
		} catch (error) {
			throw describeUnconnected(error);
		}
	}

	override async releaseConnection(connection: DatabaseConnection): Promise<void> {
		const { client, isSound } = connection as PostgresConnection;
		client.release(!isSound);
	}

	/** Does nothing: the pool is ended by its creator. */
	override async destroy(): Promise<void> {}
}

/**
 * @param timeoutMs - of a statement; then its connection is given up
 * @returns a Kysely dialect for a pool of PostgreSQL connections
 */
export const postgresDialect = (pool: pg.Pool, timeoutMs: number): Dialect =>
	Object.assign(new PostgresDialect({ pool }), { createDriver: () => new PoolDriver(pool, timeoutMs) });

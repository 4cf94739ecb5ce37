import { StoreError } from "@herald/common/storage/store-error.ts";
import pg from "pg";
import { findTlsTrouble } from "./tls-trouble.ts";

/** Each process has so many connections at most. */
const connectionsMax = 10;

/** For a connection, or its turn among them, in ms: with a statement, it fits in Discord's three seconds. */
const connectTimeoutMs = 1_000;
/** The same where no member waits for an answer, such as at the start. */
const patientConnectMs = 5_000;

const int8 = 20;
const numeric = 1700;

/** Counts, sums and times are exact as numbers: all are below 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (id, format) =>
	id === int8 || id === numeric ? Number : pg.types.getTypeParser(id, format);

/** @returns a database's name in sentences, without user and password */
export const describeAddress = (url: string): string => {
	const { host, pathname, searchParams } = new URL(url);
	return `${host || searchParams.get("host")}${pathname}`;
};

/** @returns the sentence for a database that can't be used */
const describeTrouble = (url: string, error: unknown): StoreError => {
	const { message, code } = error as NodeJS.ErrnoException;
	const { why, advice } = findTlsTrouble(error as NodeJS.ErrnoException) ?? {
		why: message || code,
		advice: "check DATABASE_URL, that PostgreSQL runs there, and the rights of its user",
	};
	const sentence = `The database ${describeAddress(url)} can't be used (${why}): ${advice}.`;
	return new StoreError(sentence, { cause: error });
};

/** The address as libpq reads it, where `require` asks for no certificate and `system` is Node's own list. */
const readAsLibpq = (url: string): string => {
	const address = new URL(url);
	const { searchParams: options } = address;
	if (options.get("sslrootcert") === "system") options.delete("sslrootcert");
	if (options.has("sslmode") && !options.has("uselibpqcompat")) options.set("uselibpqcompat", "true");
	return address.href;
};

/**
 * Nothing in it needs a session of its own, so that PgBouncer may hand connections out by transaction.
 *
 * @param connectMs - for a connection, or its turn among them
 * @returns connections to PostgreSQL, made when they are needed
 */
export const makePool = (url: string, connectMs = connectTimeoutMs): pg.Pool => {
	const pool = new pg.Pool({
		connectionString: readAsLibpq(url),
		application_name: "herald",
		connectionTimeoutMillis: connectMs,
		keepAlive: true,
		max: connectionsMax,
		types: { getTypeParser },
	});
	// An idle connection was lost: the pool replaces it.
	pool.on("error", () => {});
	// A connection in use was lost between two statements: the next statement fails.
	pool.on("connect", (client) => client.on("error", () => {}));
	return pool;
};

/** Works with one connection, where no member waits for it. @throws StoreError with the sentence for what goes wrong */
export const withClient = async <T>(
	url: string,
	work: (client: pg.PoolClient, pool: pg.Pool) => Promise<T>,
): Promise<T> => {
	const pool = makePool(url, patientConnectMs);
	try {
		const client = await pool.connect();
		try {
			return await work(client, pool);
		} finally {
			client.release(true);
		}
	} catch (error) {
		throw error instanceof StoreError ? error : describeTrouble(url, error);
	} finally {
		await pool.end();
	}
};

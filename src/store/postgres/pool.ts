import { defer } from "@herald/common/defer.ts";
import { StoreError } from "@herald/common/start-error.ts";
import pg from "pg";

/** The most connections of one process. */
const connectionsMax = 10;

/**
 * How long to wait for a connection, in ms. Together with a statement's time limit, it is short enough for an answer
 * to a member within Discord's three seconds.
 */
export const connectTimeoutMs = 1_000;
/** How long to wait for a connection if no member waits for an answer, as at a start, in ms. */
const patientConnectMs = 5_000;

const int8 = 20;
const numeric = 1700;

/** Reads counts, sums and times as numbers: all are exact, since they are below 2^53. */
const getTypeParser: typeof pg.types.getTypeParser = (id, format) =>
	id === int8 || id === numeric ? Number : pg.types.getTypeParser(id, format);

/** @returns a database's name in sentences, without user and password */
export const describeAddress = (url: string): string => {
	const { host, pathname, searchParams } = new URL(url);
	return `${host || searchParams.get("host")}${pathname}`;
};

const describeTrouble = (url: string, error: unknown): StoreError => {
	const { message, code } = error as NodeJS.ErrnoException;
	const { why, advice } = findTlsTrouble(error as NodeJS.ErrnoException) ?? {
		why: message || code,
		advice: "check DATABASE_URL, that PostgreSQL runs there, and the rights of its user",
	};
	const sentence = `The database ${describeAddress(url)} can't be used (${why}): ${advice}.`;
	return new StoreError(sentence, { cause: error });
};

/**
 * @returns the URL, changed so that the client reads it as libpq does: `sslmode=require` needs no valid certificate,
 * and `sslrootcert=system` stands for Node's own list of authorities
 */
const readAsLibpq = (url: string): string => {
	const address = new URL(url);
	const { searchParams: options } = address;
	if (options.get("sslrootcert") === "system") options.delete("sslrootcert");
	if (options.has("sslmode") && !options.has("uselibpqcompat")) options.set("uselibpqcompat", "true");
	return address.href;
};

/**
 * Makes a pool of connections. No statement needs session state, so PgBouncer may use transaction pooling.
 *
 * @param connectMs - how long to wait for a connection
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
	// An idle connection was lost. The pool replaces it.
	pool.on("error", () => {});
	// A connection was lost between two statements. The next statement fails.
	pool.on("connect", (client) => client.on("error", () => {}));
	return pool;
};

/**
 * Works with one connection, for callers without a waiting member.
 *
 * @throws StoreError with a sentence for the operator
 */
export const withClient = async <T>(
	url: string,
	work: (client: pg.PoolClient, pool: pg.Pool) => Promise<T>,
): Promise<T> => {
	const pool = makePool(url, patientConnectMs);
	await using _ending = defer(() => pool.end());
	try {
		const client = await pool.connect();
		using _releasing = defer(() => client.release(true));
		return await work(client, pool);
	} catch (error) {
		throw error instanceof StoreError ? error : describeTrouble(url, error);
	}
};

const ofCertificates: readonly (readonly [codes: RegExp, advice: string])[] = [
	[
		/^(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|^UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|^CERT_SIGNATURE/,
		"its certificate isn't from an authority that this machine trusts: name yours in DATABASE_URL, as sslrootcert=/path/ca.pem",
	],
	[/^CERT_HAS_EXPIRED/, "its certificate has expired, or this machine's clock is wrong: renew it"],
	[/^CERT_NOT_YET_VALID/, "its certificate isn't valid yet, or this machine's clock is wrong"],
	[
		/^ERR_TLS_CERT_ALTNAME_INVALID/,
		"its certificate is for another name: write the host in DATABASE_URL as the certificate has it",
	],
];

/** @returns the problem with an encrypted connection, and advice for the operator; undefined for any other error */
export const findTlsTrouble = ({ code = "", message, path }: NodeJS.ErrnoException) => {
	// The client's own errors have no code.
	if (message === "The server does not support SSL connections")
		return {
			why: "it offers no TLS",
			advice: "turn on ssl there, or leave sslmode out of DATABASE_URL where nobody can listen in between",
		};
	if (message.includes("sslmode=verify-ca"))
		return {
			why: "sslmode=verify-ca takes an authority",
			advice: "name its file in DATABASE_URL, as sslrootcert=/path/ca.pem",
		};
	if (path !== undefined)
		return { why: message, advice: "DATABASE_URL names that file: check that it is there and can be read" };
	const advice = ofCertificates.find(([codes]) => codes.test(code))?.[1];
	return advice === undefined ? undefined : { why: code, advice };
};

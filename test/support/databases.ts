import { hash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PGlite } from "@electric-sql/pglite";
import type { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { readMigrations } from "@herald/common/storage/migrations.ts";
import SqliteDatabase from "better-sqlite3";
import pg from "pg";
import { beforeAll, beforeEach } from "vitest";
import packageFile from "../../package.json" with { type: "json" };
import { openStore, type StorePlace } from "../../src/store/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { prepareStore } from "./prepared-store.ts";

/** A database for tests of the store, which any number of programs can open. */
export interface TestDatabase {
	readonly place: StorePlace;
	/** Opens the store as another program does. */
	open(options?: Parameters<typeof openStore>[1]): Promise<Store>;
	/** @returns the rows of a statement, as another program sees them */
	query(sql: string): Promise<Record<string, unknown>[]>;
	/** Makes all statements of this kind on a table fail. @returns a function that allows them again */
	refuse(statement: "DELETE" | "INSERT", table: string): Promise<() => Promise<unknown>>;
	/** Closes what was opened, and empties the database. */
	empty(): Promise<void>;
	end(): Promise<void>;
}

export interface PostgresTestDatabase extends TestDatabase {
	/**
	 * Takes the database away from all programs. Works only with `serverUrl`.
	 * @returns a function that gives it back
	 */
	lose(): Promise<() => Promise<void>>;
}

/**
 * The address of a PostgreSQL server on which tests create databases. If undefined, PostgreSQL runs in this process,
 * where all connections share one session.
 */
export const serverUrl = process.env.TEST_DATABASE_URL;

const startSqlite = async (): Promise<TestDatabase> => {
	const folder = mkdtempSync(join(tmpdir(), "herald-"));
	const open: Store[] = [];
	const closers: (() => void)[] = [];
	let place = { dataDir: "" };
	const connect = () => {
		const database = new SqliteDatabase(join(place.dataDir, "bot.db"));
		closers.push(() => database.close());
		return database;
	};
	const empty = async () => {
		for (const store of open.splice(0)) await store.close();
		for (const close of closers.splice(0)) close();
		place = { dataDir: join(folder, randomUUID()) };
	};
	await empty();
	return {
		get place() {
			return place;
		},
		open: async (options = {}) => {
			await prepareStore(place.dataDir);
			// Calls that a member waits for get thirty times their time, because a machine may be busy.
			const store = await openStore(place, { slack: 30, ...options });
			open.push(store);
			return store;
		},
		query: async (sql) => {
			const statement = connect().prepare(sql);
			if (statement.reader) return statement.all() as Record<string, unknown>[];
			statement.run();
			return [];
		},
		refuse: async (statement, table) => {
			const database = connect();
			database.exec(
				`CREATE TRIGGER refuse BEFORE ${statement} ON ${table} BEGIN SELECT RAISE(ABORT, 'refused'); END`,
			);
			return async () => database.exec("DROP TRIGGER refuse");
		},
		empty,
		end: async () => {
			await empty();
			rmSync(folder, { recursive: true });
		},
	};
};

const checksums = readMigrations(new URL("../../migrations/bot", import.meta.url), "postgres").map(
	({ checksum }) => checksum,
);
/** Making PostgreSQL's folder and Herald's tables takes seconds, so both are kept for later runs. */
const preparedFolder = new URL(
	`../../node_modules/.cache/pglite-${packageFile.devDependencies["@electric-sql/pglite"]}-${hash("sha1", checksums.join())}.tar`,
	import.meta.url,
);

const keepPrepared = async (database: PGlite): Promise<void> => {
	const folder = await database.dumpDataDir("none");
	const file = fileURLToPath(preparedFolder);
	mkdirSync(dirname(file), { recursive: true });
	// Moved into place in one step, because other test files may be about to read it.
	const unfinished = `${file}.${process.pid}`;
	writeFileSync(unfinished, Buffer.from(await folder.arrayBuffer()));
	renameSync(unfinished, file);
};

/** Starts PostgreSQL in this process. All of its connections share one session. */
const startPglite = async (dataDir: string): Promise<{ readonly url: string; end(): Promise<void> }> => {
	const [lite, socket] = await Promise.all([
		import("@electric-sql/pglite"),
		import("@electric-sql/pglite-socket"),
	]);
	const isPrepared = existsSync(preparedFolder);
	const database = await lite.PGlite.create(
		isPrepared ? { loadDataDir: new Blob([readFileSync(preparedFolder)]) } : {},
	);
	const server: PGLiteSocketServer = new socket.PGLiteSocketServer({
		db: database,
		host: "127.0.0.1",
		port: 0,
		maxConnections: 32,
	});
	await server.start();
	const url = `postgres://postgres@${server.getServerConn()}/postgres`;
	if (!isPrepared) {
		await (await openStore({ dataDir, databaseUrl: url }, {})).close();
		await keepPrepared(database);
	}
	return {
		url,
		end: async () => {
			await server.stop();
			await database.close();
		},
	};
};

/** Runs statements on the server, outside of any test's database. */
const runOnServer = async (server: string, ...statements: readonly string[]): Promise<void> => {
	const client = new pg.Client(server);
	await client.connect();
	for (const sql of statements) await client.query(sql);
	await client.end();
};

const makeOwnDatabase = async (server: string): Promise<{ readonly url: string; end(): Promise<void> }> => {
	const name = `herald_${randomUUID().replaceAll("-", "")}`;
	const run = (sql: string) => runOnServer(server, sql);
	await run(`CREATE DATABASE ${name}`);
	const url = new URL(server);
	url.pathname = name;
	return { url: url.href, end: () => run(`DROP DATABASE ${name} WITH (FORCE)`) };
};

/**
 * Starts a database on the server that the environment names, else in a PostgreSQL in this process.
 * @param isPatient - whether calls that a member waits for get thirty times their time, because a machine may be busy
 */
export const startPostgres = async (isPatient = false): Promise<PostgresTestDatabase> => {
	const dataDir = mkdtempSync(join(tmpdir(), "herald-"));
	const server = serverUrl === undefined ? await startPglite(dataDir) : await makeOwnDatabase(serverUrl);
	const open: Store[] = [];
	const place = { dataDir, databaseUrl: server.url };
	const others = new pg.Pool({ connectionString: server.url, max: 1, allowExitOnIdle: true });
	others.on("error", () => {});
	const query = async (sql: string) => (await others.query(sql)).rows;
	return {
		place,
		open: async (options = {}) => {
			const store = await openStore(place, { ...(isPatient && { slack: 30 }), ...options });
			open.push(store);
			return store;
		},
		query,
		refuse: async (statement, table) => {
			await query(
				`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'refused'; END$$;
				CREATE TRIGGER refuse BEFORE ${statement} ON ${table} EXECUTE FUNCTION refuse()`,
			);
			return () => query(`DROP TRIGGER refuse ON ${table}; DROP FUNCTION refuse`);
		},
		lose: async () => {
			const name = new URL(server.url).pathname.slice(1);
			const allow = (how: boolean) => `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${how}`;
			await runOnServer(
				serverUrl ?? "",
				allow(false),
				`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
			);
			return () => runOnServer(serverUrl ?? "", allow(true));
		},
		empty: async () => {
			for (const store of open.splice(0)) await store.close();
			const tables = await query(
				"SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'",
			);
			// Far quicker than TRUNCATE for a few rows.
			await query(tables.map(({ tablename }) => `DELETE FROM ${tablename}`).join(";"));
		},
		end: async () => {
			for (const store of open.splice(0)) await store.close();
			await others.end();
			await server.end();
			rmSync(dataDir, { recursive: true });
		},
	};
};

/** The databases on which tests of the store run: both, or only the one that the Vitest project names. */
export const databases = [
	{ database: "SQLite", start: startSqlite },
	{ database: "PostgreSQL", start: () => startPostgres(true) },
].filter(({ database }) => database === (process.env.TEST_DATABASES ?? database));

/** Starts a database for the tests of a block, and empties it before each. */
export const useDatabase = (start: () => Promise<TestDatabase>): Omit<TestDatabase, "end"> => {
	let used: TestDatabase;
	beforeAll(async () => {
		used = await start();
		return () => used.end();
	});
	beforeEach(() => used.empty());
	return {
		get place() {
			return used.place;
		},
		open: (options) => used.open(options),
		query: (sql) => used.query(sql),
		refuse: (...what) => used.refuse(...what),
		empty: () => used.empty(),
	};
};

import { createHash, randomBytes } from "node:crypto";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { readMigrations } from "@herald/common/storage/migrations.ts";
import { newFolder } from "@herald/common/testing/afterwards.ts";
import { runCommandWith } from "@herald/common/testing/run-command.ts";
import SqliteDatabase from "better-sqlite3";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { inGuild, ofGuild } from "../../src/shared/party.ts";
import { lockDataDir } from "../../src/store/data-folder.ts";
import { openStore } from "../../src/store/open-store.ts";
import { lockNumber } from "../../src/store/postgres/database.ts";
import { moveToPostgres } from "../../src/store/postgres/move.ts";
import { makePool } from "../../src/store/postgres/pool.ts";
import { inspectPostgres, migratePostgres } from "../../src/store/postgres/store.ts";
import { openSqliteStore } from "../../src/store/sqlite/store.ts";
import { admission } from "../support/admission.ts";
import { type PostgresTestDatabase, serverUrl, startPostgres } from "../support/databases.ts";
import { startHangingProxy } from "../support/hanging-proxy.ts";
import { openPort } from "../support/listen.ts";

const migrations = new URL("../../migrations/bot/", import.meta.url);

/** A test that needs several sessions, which PostgreSQL in this process hasn't. */
const onServer = test.skipIf(serverUrl === undefined);

let used: PostgresTestDatabase;
beforeAll(async () => {
	used = await startPostgres();
});
beforeEach(() => used.empty());
afterAll(() => used.end());

const drop = async () => {
	await used.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
};

/** Applies the migrations of a folder, as a start does. */
const migrate = async (directory: string | URL) => {
	const client = new pg.Client(used.place.databaseUrl);
	await client.connect();
	try {
		await migratePostgres(client, directory, "db.example/herald");
	} finally {
		await client.end();
	}
};

/** By PostgreSQL's types, SQLite's. */
const kinds: Readonly<Record<string, string>> = {
	...{ bigint: "INTEGER", smallint: "INTEGER", integer: "INTEGER" },
	...{ text: "TEXT", bytea: "BLOB", "double precision": "REAL" },
};

test("both databases have the same tables and columns, with the same nullable columns", async () => {
	const file = join(newFolder(), "bot.db");
	await openSqliteStore(file).close();
	const sqlite = new SqliteDatabase(file);
	onTestFinished(() => void sqlite.close());
	const expected = sqlite
		.prepare(
			`SELECT tables.name AS "table", columns.name AS "column", columns.type,
				columns."notnull" = 0 AND columns.pk = 0 AS nullable
			FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
			WHERE tables.type = 'table' AND tables.name <> 'migrations' ORDER BY 1, 2`,
		)
		.all();
	await used.open();
	const found = await used.query(
		`SELECT table_name AS "table", column_name AS "column", data_type AS type, (is_nullable = 'YES')::int AS nullable
		FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'migrations'
		ORDER BY table_name COLLATE "C", column_name COLLATE "C"`,
	);
	expect(found.length).toBeGreaterThan(50);
	expect(found.map((row) => ({ ...row, type: kinds[String(row.type)] }))).toEqual(expected);
});

test("the migrations are unchanged since their release", () => {
	const recorded = readMigrations(migrations, "postgres").filter(
		({ name }) => name <= "0034-voice-library.sql",
	);
	const sums = recorded.map(({ name, checksum }) => `${name} ${checksum}`).join("\n");
	expect(createHash("sha256").update(sums).digest("hex")).toBe(
		"2ad7a362a1672fded94989b5707522f40b37c61337cf421978a92c9b20446701",
	);
});

test("its migrations are applied like SQLite's: in order, unedited, never newer than the program, and completely", async () => {
	onTestFinished(drop);
	const folder = newFolder();
	const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql);
	cpSync(migrations, folder, { recursive: true });
	await drop();
	const { pending } = await inspectPostgres(used.place.databaseUrl ?? "", folder);
	expect(pending).toBeGreaterThan(10);
	await migrate(folder);
	await migrate(folder);
	expect(await inspectPostgres(used.place.databaseUrl ?? "", folder)).toMatchObject({ pending: 0 });
	write("0998-own.sql", "CREATE TABLE own (id INTEGER PRIMARY KEY) STRICT;");
	write("0998-own.postgres.sql", "CREATE TABLE own (id BIGINT PRIMARY KEY);");
	write("0999-broken.sql", "CREATE TABLE broken (id INTEGER); SELECT * FROM nowhere;");
	await expect(migrate(folder)).rejects.toThrow(
		/0999-broken\.sql failed on db\.example\/herald and was rolled/,
	);
	expect(await used.query("SELECT to_regclass('own') AS own, to_regclass('broken') AS broken")).toEqual([
		{ own: null, broken: null },
	]);
	rmSync(join(folder, "0999-broken.sql"));
	await migrate(folder);
	write("0998-own.postgres.sql", "CREATE TABLE own (id BIGINT);");
	await expect(migrate(folder)).rejects.toThrow(/0998-own\.sql isn't the one that was applied/);
	await expect(migrate(migrations)).rejects.toThrow(/newer than this program \(it has 0998-own\.sql\)/);
});

test("characters that PostgreSQL can't hold are left out", async () => {
	const store = await used.open();
	await store.words.change("guild", () => ["so\0 sad"]);
	expect(await store.words.list("guild")).toEqual(["so sad"]);
});

test("a machine with another bot.secret doesn't start", async () => {
	const store = await used.open();
	const secret = await store.openSecret();
	const open = async (bytes: Buffer) => {
		const dataDir = join(newFolder(), "data");
		mkdirSync(dataDir);
		writeFileSync(join(dataDir, "bot.secret"), bytes);
		const other = await openStore({ ...used.place, dataDir }, {});
		onTestFinished(() => other.close());
		return other.openSecret();
	};
	expect(await open(secret)).toEqual(secret);
	await expect(open(randomBytes(32))).rejects.toThrow(/bot\.secret is another secret than the database's/);
});

test("SQLite's data is moved completely and once, and Herald goes on in PostgreSQL", async () => {
	const dataDir = join(newFolder(), "data");
	const before = openSqliteStore(join(dataDir, "bot.db"));
	const words = Array.from({ length: 1_200 }, (_, n) => `${n} ${"ä𝒳'\\"[n % 5]}`);
	await before.words.change("guild", () => words);
	await before.settings.changeMember(inGuild("guild"), "member", {
		voice: "Puck",
		speed: 1.3,
		reading: false,
	});
	const userId = "member";
	const party = ofGuild("guild");
	const unlimited = { memberMs: undefined, guildMs: undefined };
	const spoken = { madeMs: 7, connectedMs: 0 };
	await before.speechDays.reserve({ day: 3, guildId: party, userId }, spoken, unlimited);
	const sealed = new Uint8Array([0, 255, 10]);
	const button = { id: "b", kind: "text", until: 5, sealed, progress: null } as const;
	await before.kept.keep({ ...button, guildId: inGuild("guild"), userId });
	const redemption = { party, userId, member: "m", code: "c", secret: "s", at: 1_000 };
	await before.redemptions.begin(redemption, admission);
	const secret = await before.openSecret();
	await before.close();
	await drop();

	await migrate(migrations);
	const allow = await used.refuse("INSERT", "speech_days");
	await expect(moveToPostgres(dataDir, used.place.databaseUrl ?? "")).rejects.toThrow("refused");
	await allow();
	expect(await used.query("SELECT count(*)::int AS words FROM guild_words")).toEqual([{ words: 0 }]);

	const address = join(dataDir, "address");
	writeFileSync(address, used.place.databaseUrl ?? "");
	const move = () => runCommandWith("move-store", { DATA_DIR: dataDir, DATABASE_URL_FILE: address });
	const unlock = lockDataDir(dataDir);
	expect(await move()).toMatchObject({ code: 1, err: expect.stringMatching(/Herald runs on the data of/) });
	unlock();
	const backup = await runCommandWith("backup", { DATA_DIR: dataDir }, join(newFolder(), "copy"));
	const { code, out } = await move();
	expect({ code, out }).toMatchObject({
		code: 0,
		out: expect.stringMatching(
			/^Moved 1200 rows of guild_words, 1 row of kept_values, .+ with bot\.secret\. Set DATABASE_URL to it/,
		),
	});
	// Both count the rows of the same database.
	const moved = [...out.matchAll(/(\d+) rows? of/g)].reduce((sum, [, count]) => sum + Number(count), 0);
	expect(backup.out).toContain(`bot.db (${moved} rows)`);
	const after = await used.open();
	expect(await after.words.list("guild")).toHaveLength(1_200);
	expect(await after.openSecret()).toEqual(secret);
	expect((await after.settings.readMember(inGuild("guild"), "member")).here).toMatchObject({
		speed: 1.3,
		reading: false,
	});
	expect((await after.kept.list("text")).map((row) => [...row.sealed])).toEqual([[0, 255, 10]]);
	const next = await after.redemptions.begin({ ...redemption, code: "another" }, admission);
	expect(next).toEqual({ id: 2 });
	expect(await after.redemptions.begin(redemption, admission)).toEqual({ underWay: "same" });

	await expect(moveToPostgres(dataDir, used.place.databaseUrl ?? "")).rejects.toThrow(
		/holds data of a Herald's already \(in [a-z_]+\), perhaps from an earlier move: choose an empty one\.$/,
	);
});

test("backup, restore and doctor say that PostgreSQL has its own tools", async () => {
	const folder = newFolder();
	await openSqliteStore(join(folder, "data", "bot.db")).close();
	const file = join(folder, "address");
	writeFileSync(file, `${used.place.databaseUrl}\n`);
	const place = { DATA_DIR: join(folder, "data"), DATABASE_URL_FILE: file };
	const { out } = await runCommandWith("backup", place, join(folder, "copy"));
	expect(out).toMatch(/^Copied bot\.db \(.+\. What is in PostgreSQL .+ pg_dump\.\n$/);
	const restored = await runCommandWith("restore", place, join(folder, "copy"), "--replace");
	expect(restored.out).toMatch(
		/^Restored bot\.db .+ What Herald works with is in PostgreSQL \(DATABASE_URL\), and/,
	);
	const nowhere = "http://127.0.0.1:9";
	const settings = { ...place, SPEECH_BASE_URL: nowhere, SPEECH_API_KEY: "sk", DISCORD_API_URL: nowhere };
	const { shardLeases } = await used.open();
	await shardLeases.take("herald-0 x", { ids: [0, 1, 3], count: 6 }, 60_000);
	await shardLeases.take("herald-1 y", { ids: [2], count: 6 }, 60_000);
	const { out: findings } = await runCommandWith("doctor", settings);
	expect(findings).toContain("ok     Of 6 shards, herald-0 has 0-1 and 3; herald-1 has 2.\n");
	expect(findings).toContain(
		"note   No machine has shards 4-5: members of their servers get no answer until",
	);
	expect(findings).toMatch(/^ok {5}bot\.db isn't used, since DATABASE_URL is set\.$/m);
});

test("if the server is missing or never answers, the start ends with a sentence without the password", async () => {
	const port = await openPort(createServer(() => {}));
	for (const host of [`127.0.0.1:${port}`, "127.0.0.1:1"]) {
		const place = { ...used.place, databaseUrl: `postgres://herald:hush@${host}/herald` };
		const start = openStore(place, {});
		await expect(start).rejects.toThrow(
			new RegExp(`^The database ${host}/herald can't be used \\(.+\\): check`),
		);
		await expect(start).rejects.not.toThrow(/hush/);
	}
});

onServer("a start waits for a server that is away, says so once, and can be stopped meanwhile", async () => {
	const away = await startHangingProxy(used.place.databaseUrl ?? "");
	const { port } = new URL(away.url);
	away.close();
	const place = { ...used.place, databaseUrl: away.url };
	const told: string[] = [];
	const begun = Promise.withResolvers<void>();
	const report = (sentence: string) => {
		told.push(sentence);
		begun.resolve();
	};
	const stopping = new AbortController();
	const patience = { signal: stopping.signal, report };
	const stopped = openStore(place, { patience });
	const waited = openStore(place, { patience: { signal: new AbortController().signal, report: () => {} } });
	await begun.promise;
	stopping.abort();
	await expect(stopped).rejects.toBe(stopping.signal.reason);
	expect(told).toEqual([expect.stringMatching(/can't be used \(.*ECONNREFUSED.*\): check DATABASE_URL/)]);
	const back = await startHangingProxy(used.place.databaseUrl ?? "", Number(port));
	onTestFinished(() => back.close());
	const store = await waited;
	await store.checkWritable();
	await store.close();
});

onServer("if a COMMIT gets no answer, the database is asked whether it has the change", async () => {
	const proxy = await startHangingProxy(used.place.databaseUrl ?? "");
	onTestFinished(() => proxy.close());
	const store = await openStore({ ...used.place, databaseUrl: proxy.url }, {});
	onTestFinished(() => store.close());
	const add = (word: string) => store.words.change("guild", (words) => [...words, word]);
	void proxy.cutCommit("after");
	await add("kept");
	void proxy.cutCommit("before");
	await expect(add("lost")).rejects.toMatchObject({ detail: { kind: "not_stored" } });
	expect(await store.words.list("guild")).toEqual(["kept"]);
	const goOn = proxy.cutCommit("after").then(() => proxy.hang());
	await expect(add("perhaps")).rejects.toMatchObject({ detail: { kind: "maybe_stored" } });
	(await goOn)();
	expect(await store.words.list("guild")).toEqual(["kept", "perhaps"]);
	proxy.stall();
	await expect(store.words.list("guild")).rejects.toMatchObject({ detail: { kind: "not_read" } });
	expect(await store.words.list("guild")).toEqual(["kept", "perhaps"]);
});

onServer("several simultaneous starts apply each migration once", async () => {
	await drop();
	await Promise.all([migrate(migrations), migrate(migrations), migrate(migrations)]);
	const [applied] = await used.query("SELECT count(*) AS count FROM migrations");
	expect(Number(applied?.count)).toBeGreaterThan(10);
});

onServer("while the server is away, nothing is stored or read, and everything works afterwards", async () => {
	const codes: string[] = [];
	const store = await used.open({ onUnwritable: (code) => codes.push(code) });
	await store.words.change("guild", () => ["kept"]);
	const giveBack = await used.lose();
	await expect(store.words.change("guild", () => ["lost"])).rejects.toMatchObject({
		detail: { kind: "not_stored" },
	});
	await expect(store.words.list("guild")).rejects.toMatchObject({ detail: { kind: "not_read" } });
	await expect(store.checkWritable()).rejects.toMatchObject({ detail: { kind: "not_stored" } });
	expect(codes.length).toBeGreaterThanOrEqual(3);
	await giveBack();
	expect(await store.words.list("guild")).toEqual(["kept"]);
});

onServer("a change that waits too long for another's lock fails, and nothing waits forever", async () => {
	const away: string[] = [];
	const [first, second] = [await used.open(), await used.open({ onUnwritable: (code) => away.push(code) })];
	const blocker = new pg.Client(used.place.databaseUrl);
	await blocker.connect();
	onTestFinished(() => blocker.end());
	await first.words.change("guild", () => ["one"]);
	await blocker.query("BEGIN; LOCK TABLE guild_words IN ACCESS EXCLUSIVE MODE");
	await expect(second.words.change("guild", () => ["two"])).rejects.toMatchObject({
		detail: { kind: "not_stored" },
	});
	await blocker.query("ROLLBACK");
	// A change that only waits for the guild's lock fails in the same way.
	await blocker.query(`BEGIN; SELECT pg_advisory_xact_lock(${lockNumber("guild")})`);
	const change = () => second.words.change("guild", () => ["two"]);
	const reason = expect.objectContaining({ detail: { kind: "not_stored" } });
	const refused = { status: "rejected", reason };
	expect(await Promise.allSettled([change(), change()])).toEqual([refused, refused]);
	// The last change used up its time while it waited for the one before it.
	expect(away).toEqual(["57014", "57014", "TIMEOUT"]);
	expect(await second.words.list("guild")).toEqual(["one"]);
	await blocker.query("ROLLBACK");
	await second.words.change("guild", (now) => [...now, "two"]);
	expect(await first.words.list("guild")).toEqual(["one", "two"]);
});

onServer("moving data waits for a program that writes there, and is refused if it has written", async () => {
	const dataDir = newFolder();
	await openSqliteStore(join(dataDir, "bot.db")).close();
	const other = new pg.Client(used.place.databaseUrl);
	await other.connect();
	onTestFinished(() => other.end());
	await other.query("BEGIN; INSERT INTO guild_words (guild_id, word) VALUES ('guild', 'first')");
	const move = moveToPostgres(dataDir, used.place.databaseUrl ?? "");
	const isRefused = expect(move).rejects.toThrow("holds data of a Herald's already (in guild_words)");
	const here = "(SELECT oid FROM pg_database WHERE datname = current_database())";
	const waits = () => used.query(`SELECT 1 FROM pg_locks WHERE NOT granted AND database = ${here}`);
	await Promise.race([move, expect.poll(waits).not.toEqual([])]);
	await other.query("COMMIT");
	await isRefused;
});

test("a change that conflicts with others is tried four times, and a refused one once", async () => {
	const store = await used.open();
	/** Makes the first `tries` tries to insert a word fail with `code`, an SQLSTATE. */
	const refuse = (tries: number, code: string) =>
		used.query(`
			CREATE SEQUENCE tries;
			CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
				IF nextval('tries') <= ${tries} THEN RAISE 'met others' USING ERRCODE = '${code}'; END IF;
				RETURN NULL;
			END$$;
			CREATE TRIGGER refuse BEFORE INSERT ON guild_words EXECUTE FUNCTION refuse()`);
	const accept = () => used.query("DROP FUNCTION refuse CASCADE; DROP SEQUENCE tries");
	const change = (word: string) => store.words.change("guild", () => [word]);
	for (const code of ["40001", "40P01"]) {
		await refuse(3, code);
		await change(code);
		expect(await store.words.list("guild")).toEqual([code]);
		await accept();
	}
	for (const [tries, code] of [
		[4, "40001"],
		[1, "23514"],
	] as const) {
		await refuse(tries, code);
		await expect(change("refused")).rejects.toThrow("met others");
		await accept();
	}
	expect(await store.words.list("guild")).toEqual(["40P01"]);
});

onServer("a connection that the server ends between two statements affects nothing else", async () => {
	const pool = makePool(used.place.databaseUrl ?? "");
	onTestFinished(() => pool.end());
	const client = await pool.connect();
	await client.query("BEGIN");
	const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
	const ended = new Promise((resolve) => client.once("end", resolve));
	await used.query(`SELECT pg_terminate_backend(${rows[0]?.pid})`);
	await ended;
	client.release(true);
	expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
});

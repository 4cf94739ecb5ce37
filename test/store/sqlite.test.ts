import { fork } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { busyTimeoutMs, openDatabase } from "@herald/common/storage/open-database.ts";
import { afterwards, newFolder } from "@herald/common/testing/afterwards.ts";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, test } from "vitest";
import { inGuild } from "../../src/shared/party.ts";
import { openSqliteStore, SqliteStoreDatabase } from "../../src/store/sqlite/store.ts";
import { makeStore } from "../../src/store/store.ts";
import { newStore } from "../support/new-store.ts";

let folder: string;
let file: string;
const writeMigration = (name: string, sql: string) => writeFileSync(join(folder, name), sql);
beforeEach(() => {
	folder = newFolder();
	file = join(folder, "data", "bot.db");
	writeMigration("0001-first.sql", "CREATE TABLE first (\nid INTEGER PRIMARY KEY);");
	writeMigration("0002-second.sql", "CREATE TABLE second (id INTEGER REFERENCES first (id));");
});

/** The source of a thread that stands for another program and holds the database's lock for `ms`. */
const holdLock = `
	const { parentPort, workerData } = require("node:worker_threads");
	const database = new (require("better-sqlite3"))(workerData.file);
	database.exec("BEGIN IMMEDIATE");
	parentPort.postMessage("held");
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, workerData.ms);
	database.close();
`;

const open = () => {
	const database = openDatabase(file, folder);
	afterwards(() => database.close());
	return database;
};

describe("openDatabase", () => {
	test("makes the folder and file, in WAL mode, waiting for locks, with foreign keys on", () => {
		const database = open();
		expect(database.pragma("journal_mode", { simple: true })).toBe("wal");
		expect(database.pragma("foreign_keys", { simple: true })).toBe(1);
		expect(database.pragma("busy_timeout", { simple: true })).toBeGreaterThan(0);
		expect(() => database.exec("INSERT INTO second VALUES (7)")).toThrow(/FOREIGN KEY/);
	});

	test.each([
		["a database", () => void open()],
		["a new file", () => void mkdirSync(join(folder, "data"))],
	])("waits longer for a lock on %s than a statement does", async (_, prepare) => {
		prepare();
		const holder = new Worker(holdLock, { eval: true, workerData: { file, ms: busyTimeoutMs * 1.5 } });
		await once(holder, "message");
		expect(open().prepare("SELECT count(*) AS count FROM migrations").get()).toEqual({ count: 2 });
		await once(holder, "exit");
	});

	test("applies each migration once, completely, unedited but for its line endings, and none of a newer program", () => {
		open().exec("INSERT INTO first VALUES (1)");
		writeMigration("0003-third.sql", "ALTER TABLE first ADD COLUMN name TEXT;");
		expect(open().prepare("SELECT * FROM first").all()).toEqual([{ id: 1, name: null }]);
		writeMigration("0004-broken.sql", "CREATE TABLE broken (id INTEGER); SELECT * FROM nowhere;");
		expect(open).toThrow(/0004-broken\.sql failed .* rolled back: no such table: nowhere/);
		rmSync(join(folder, "0004-broken.sql"));
		expect(open().prepare("SELECT name FROM sqlite_schema WHERE name = 'broken'").all()).toEqual([]);
		writeMigration("0001-first.sql", "CREATE TABLE first (\r\nid INTEGER PRIMARY KEY);");
		expect(open).not.toThrow();
		appendFileSync(join(folder, "0001-first.sql"), "\n-- edited");
		expect(open).toThrow(/0001-first\.sql isn't the one that was applied/);
		rmSync(join(folder, "0001-first.sql"));
		expect(open).toThrow(/0001-first\.sql was applied .* but is missing/);
		writeMigration("0001-first.sql", "CREATE TABLE first (\nid INTEGER PRIMARY KEY);");
		rmSync(join(folder, "0003-third.sql"));
		expect(open).toThrow(/newer than this program \(it has 0003-third\.sql\)/);
	});

	test("explains in a sentence that a file isn't a database", () => {
		writeMigration("not.db", "this is plainly no database, and long enough to be read as one".repeat(99));
		expect(() => openDatabase(join(folder, "not.db"), folder)).toThrow(
			/is damaged \(file is not a database\): [^\n]+ restore a backup with npm run restore\./,
		);
	});

	test.each([
		["its second half lost", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
		["a page overwritten", (bytes: Buffer) => bytes.fill(0x2a, 4_096, 8_192)],
		["its last page overwritten", (bytes: Buffer) => bytes.fill(0, bytes.length - 4_096)],
	])("calls a database with %s damaged, and doesn't claim that a migration was edited", (_, damage) => {
		const whole = openDatabase(file, folder);
		whole.exec(
			"INSERT INTO first WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 9999) SELECT i FROM n",
		);
		whole.close();
		writeFileSync(file, damage(readFileSync(file)));
		expect(open).toThrow(/^The database \S+bot\.db is damaged \([^\n]+\): [^\n]+ restore a backup[^\n]+\.$/);
	});
});

test("a database checked by one process isn't checked again by others", async () => {
	await openSqliteStore(file).close();
	const bytes = readFileSync(file);
	writeFileSync(file, bytes.fill(0x2a, bytes.length - 4_096));
	expect(() => openSqliteStore(file)).toThrow("is damaged");
	await openSqliteStore(file, { isChecked: true }).close();
});

describe("a store in SQLite", () => {
	test("a change that was acknowledged survives kill -9", async () => {
		const child = fork(new URL("../support/write-preferences.ts", import.meta.url), [file]);
		let last = -1;
		child.on("message", (n: number) => {
			last = n;
			if (n === 200) child.kill("SIGKILL");
		});
		await once(child, "exit");
		const { settings } = newStore({}, file);
		const stored = await Promise.all(
			Array.from({ length: last + 1 }, (_, n) => settings.readMember(inGuild("guild"), `member ${n}`)),
		);
		expect(last).toBeGreaterThanOrEqual(200);
		expect(stored.every(({ here }) => here.voice === "Puck")).toBe(true);
	});

	test("a change on a full disk is refused completely", async () => {
		const database = openDatabase(file, new URL("../../migrations/bot", import.meta.url));
		afterwards(() => database.close());
		const { words } = makeStore(new SqliteStoreDatabase(database), {});
		await words.change("guild", () => ["kept"]);
		database.pragma(`max_page_count = ${database.pragma("page_count", { simple: true })}`);
		const many = Array.from({ length: 500 }, (_, n) => `word number ${n} ${"x".repeat(80)}`);
		await expect(words.change("guild", () => many)).rejects.toMatchObject({ detail: { kind: "not_stored" } });
		expect(await words.list("guild")).toEqual(["kept"]);
	});

	test("data erased while another program reads leaves the files with the next write afterwards", async () => {
		const store = newStore({}, file);
		await store.settings.changeMember(inGuild("guild"), "member", { spokenName: "Rumpelstilzchen" });
		const reader = new Database(file, { readonly: true });
		reader.exec("BEGIN");
		reader.prepare("SELECT count(*) FROM member_settings").get();
		await store.forgetMember({ place: inGuild("guild"), userId: "member", today: 1 });
		reader.exec("COMMIT");
		reader.close();
		await store.checkWritable();
		const holds = (name: string) => readFileSync(name).includes("Rumpelstilzchen");
		expect({ log: holds(`${file}-wal`), file: holds(file) }).toEqual({ log: false, file: false });
	});

	test("the data of a server that Herald left is erased from the write-ahead log, too", async () => {
		const store = newStore({}, file);
		await store.words.change("guild", () => ["Rumpelstilzchen"]);
		await store.departures.note("guild", 1);
		expect(await store.departures.erase(2)).toBe(1);
		expect(readFileSync(`${file}-wal`).includes("Rumpelstilzchen")).toBe(false);
	});
});

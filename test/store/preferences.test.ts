import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { openDatabase } from "@herald/common/storage/open-database.ts";
import { afterwards } from "@herald/common/testing/afterwards.ts";
import Database from "better-sqlite3";
import { beforeEach, expect, test } from "vitest";
import { inGuild } from "../../src/shared/party.ts";
import { SqliteStoreDatabase } from "../../src/store/sqlite/store.ts";
import { makeStore } from "../../src/store/store.ts";
import { newStore, newStoreFile } from "../support/new-store.ts";

let file: string;
beforeEach(() => {
	// The folder is removed last, when the databases are closed.
	file = newStoreFile();
});

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

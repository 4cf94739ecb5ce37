import { readFileSync } from "node:fs";
import SqliteDatabase from "better-sqlite3";
import { expect, test } from "vitest";
import { inGuild } from "../../src/shared/party.ts";
import { newStore, newStoreFile } from "../support/new-store.ts";

test("data erased while another program reads leaves the files with the next write afterwards", async () => {
	const file = newStoreFile();
	const store = newStore({}, file);
	await store.settings.changeMember(inGuild("guild"), "member", { spokenName: "Rumpelstilzchen" });
	const reader = new SqliteDatabase(file, { readonly: true });
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
	const file = newStoreFile();
	const store = newStore({}, file);
	await store.words.change("guild", () => ["Rumpelstilzchen"]);
	await store.departures.note("guild", 1);
	expect(await store.departures.erase(2)).toBe(1);
	expect(readFileSync(`${file}-wal`).includes("Rumpelstilzchen")).toBe(false);
});

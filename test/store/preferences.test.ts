import { fork } from "node:child_process";
import { once } from "node:events";
import { openDatabase } from "@herald/common/storage/open-database.ts";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { inGuild, ofGuild } from "../../src/shared/party.ts";
import { SqliteStoreDatabase } from "../../src/store/sqlite/store.ts";
import { makeStore } from "../../src/store/store.ts";
import { newStoreFile } from "../support/new-store.ts";

let file: string;
beforeEach(() => {
	// The folder is removed last, when the databases are closed.
	file = newStoreFile();
});

const open = () => {
	const database = openDatabase(file, new URL("../../migrations/bot", import.meta.url));
	onTestFinished(() => void database.close());
	return database;
};
const storeOf = (database: Database.Database) => makeStore(new SqliteStoreDatabase(database), {});
const notStored = expect.objectContaining({ detail: { kind: "not_stored" } });

describe("a change", () => {
	test("that was acknowledged survives kill -9", async () => {
		const child = fork(new URL("../support/write-preferences.ts", import.meta.url), [file]);
		let last = -1;
		child.on("message", (n: number) => {
			last = n;
			if (n === 200) child.kill("SIGKILL");
		});
		await once(child, "exit");
		const { settings } = storeOf(open());
		const stored = await Promise.all(
			Array.from({ length: last + 1 }, (_, n) => settings.readMember(inGuild("guild"), `member ${n}`)),
		);
		expect(last).toBeGreaterThanOrEqual(200);
		expect(stored.every(({ here }) => here.voice === "Puck")).toBe(true);
	});

	test("on a full disk is refused completely", async () => {
		const database = open();
		const { words } = storeOf(database);
		await words.change("guild", () => ["kept"]);
		database.pragma(`max_page_count = ${database.pragma("page_count", { simple: true })}`);
		const many = Array.from({ length: 500 }, (_, n) => `word number ${n} ${"x".repeat(80)}`);
		await expect(words.change("guild", () => many)).rejects.toEqual(notStored);
		expect(await words.list("guild")).toEqual(["kept"]);
	});

	test("to a read-only file is refused", async () => {
		open();
		const readOnly = new Database(file, { readonly: true });
		onTestFinished(() => void readOnly.close());
		const { settings, speechDays } = storeOf(readOnly);
		await expect(settings.changeGuild(inGuild("guild"), { voice: "Puck" })).rejects.toEqual(notStored);
		const today = { day: 1, guildId: ofGuild("g"), userId: "u" };
		const unlimited = { memberMs: undefined, guildMs: undefined };
		await expect(speechDays.reserve(today, { madeMs: 5, connectedMs: 0 }, unlimited)).rejects.toEqual(
			notStored,
		);
		expect((await settings.readGuild(inGuild("guild"))).voice).toBeNull();
	});

	test("waits while another process writes, and is refused if that takes too long", async () => {
		const { settings } = storeOf(open());
		const other = new Database(file);
		onTestFinished(() => void other.close());
		other.exec("BEGIN IMMEDIATE");
		await expect(settings.changeMember(inGuild("guild"), "member", { voice: "Puck" })).rejects.toEqual(
			notStored,
		);
		other.exec("COMMIT");
		await settings.changeMember(inGuild("guild"), "member", { voice: "Puck" });
		expect((await settings.readMember(inGuild("guild"), "member")).here.voice).toBe("Puck");
	});
});

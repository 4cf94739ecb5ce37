import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { GuildWords } from "../../src/store/guild-words.ts";
import { openDatabase } from "../../src/store/open.ts";
import { Preferences } from "../../src/store/preferences.ts";
import { SpeechDays } from "../../src/store/speech-days.ts";

let file: string;
beforeEach(() => {
	const folder = mkdtempSync(join(tmpdir(), "herald-"));
	file = join(folder, "bot.db");
	return () => rmSync(folder, { recursive: true });
});

const open = () => {
	const database = openDatabase(file, new URL("../../migrations/bot", import.meta.url));
	onTestFinished(() => void database.close());
	return database;
};
const notStored = expect.objectContaining({ detail: { kind: "not_stored" } });

describe("a change", () => {
	test("that was acknowledged is there after a kill -9", async () => {
		const child = fork(new URL("../support/write-preferences.ts", import.meta.url), [file]);
		let last = -1;
		child.on("message", (n: number) => {
			last = n;
			if (n === 200) child.kill("SIGKILL");
		});
		await once(child, "exit");
		const preferences = new Preferences(open());
		const stored = Array.from(
			{ length: last + 1 },
			(_, n) => preferences.readMember("guild", `member ${n}`).voice,
		);
		expect(last).toBeGreaterThanOrEqual(200);
		expect(stored.every((voice) => voice === "Puck")).toBe(true);
	});

	test("on a full disk is refused as a whole", () => {
		const database = open();
		const words = new GuildWords(database);
		words.add("guild", ["kept"]);
		database.pragma(`max_page_count = ${database.pragma("page_count", { simple: true })}`);
		const many = Array.from({ length: 500 }, (_, n) => `word number ${n} ${"x".repeat(80)}`);
		expect(() => words.replace("guild", many)).toThrow(notStored);
		expect(words.list("guild")).toEqual(["kept"]);
	});

	test("of a file that can only be read is refused", () => {
		open();
		const readOnly = new Database(file, { readonly: true });
		onTestFinished(() => void readOnly.close());
		expect(() => new Preferences(readOnly).changeGuild("guild", { voice: "Puck" })).toThrow(notStored);
		expect(() => new SpeechDays(readOnly).add({ day: 1, guildId: "g", userId: "u" }, 5)).toThrow(notStored);
		expect(new Preferences(readOnly).readGuild("guild").voice).toBeNull();
	});

	test("while another process writes waits for it, and is refused when that takes too long", () => {
		const preferences = new Preferences(open());
		const other = new Database(file);
		onTestFinished(() => void other.close());
		other.exec("BEGIN IMMEDIATE");
		expect(() => preferences.changeMember("guild", "member", { voice: "Puck" })).toThrow(notStored);
		other.exec("COMMIT");
		preferences.changeMember("guild", "member", { voice: "Puck" });
		expect(preferences.readMember("guild", "member").voice).toBe("Puck");
	});

	test("names only what it changes", () => {
		const preferences = new Preferences(open());
		preferences.changeMember("guild", "member", { voice: "Puck", style: "sad" });
		preferences.changeMember("guild", "member", { style: null });
		expect(preferences.readMember("guild", "member")).toEqual({ voice: "Puck", style: null, delivery: null });
		expect(preferences.readMember("other guild", "member").voice).toBeNull();
	});
});

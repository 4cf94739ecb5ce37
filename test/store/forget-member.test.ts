import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SpeechBudget } from "../../src/say/budget.ts";
import { openSqliteStore } from "../../src/store/sqlite/store.ts";
import type { Store } from "../../src/store/store.ts";
import { slowStore, travelFor } from "../support/slow-store.ts";

const day = 24 * 60 * 60_000;
const [guildId, userId] = ["guild", "member"];

let folder: string;
let store: Store;
let database: Database.Database;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "herald-"));
	store = openSqliteStore(join(folder, "bot.db"));
	database = new Database(join(folder, "bot.db"));
});
afterEach(async () => {
	database.close();
	await store.close();
	rmSync(folder, { recursive: true });
});

const unlimited = { memberMs: undefined, guildMs: undefined };
const rowsOf = (table: string) =>
	database.prepare(`SELECT count(*) FROM ${table} WHERE user_id = ?`).pluck().get(userId);

test("a member is forgotten everywhere or nowhere", async () => {
	await store.preferences.changeMember(guildId, userId, { voice: "Puck" });
	await store.speechDays.reserve({ day: 1, guildId, userId }, 5, unlimited);
	database.exec("CREATE TRIGGER full BEFORE DELETE ON speech_days BEGIN SELECT RAISE(ABORT, 'full'); END");
	await expect(store.forgetMember({ guildId, userId, today: 2 })).rejects.toThrow("full");
	expect([rowsOf("member_preferences"), rowsOf("speech_days")]).toEqual([1, 1]);
	database.exec("DROP TRIGGER full");
	expect(await store.forgetMember({ guildId, userId, today: 2 })).toEqual({
		preferences: true,
		redemptions: false,
		days: 1,
		staysUnread: false,
	});
	expect([rowsOf("member_preferences"), rowsOf("speech_days")]).toEqual([0, 0]);
});

test("what is chosen while a member is being forgotten is kept whole or forgotten whole", async () => {
	await store.preferences.changeMember(guildId, userId, { voice: "Puck", style: "sad" });
	for (const [there, back] of [
		[0, 20],
		[20, 0],
	] as const) {
		const slow = slowStore(
			store,
			travelFor((call) => (call === "forgetMember" ? there : back)),
		);
		await Promise.all([
			slow.forgetMember({ guildId, userId, today: 2 }),
			slow.preferences.changeMember(guildId, userId, { voice: "Kore" }),
		]);
		const { voice, style } = await store.preferences.readMember(guildId, userId);
		// Nothing from before the one has survived alongside the other.
		expect([voice, style]).toEqual(there === 0 ? ["Kore", null] : [null, null]);
	}
});

test("a text that is settled after its member was forgotten leaves no trace of its day", async () => {
	let now = 10 * day;
	const limits = { memberSecondsPerDay: 60, guildSecondsPerDay: 0, memberTextsPerMinute: 0 };
	const budget = new SpeechBudget(store, limits, () => now);
	const reservation = await budget.reserve(guildId, userId, 5_000);
	now += day;
	expect(await store.forgetMember({ guildId, userId, today: 11 })).toMatchObject({ days: 1 });
	await reservation.settle(7_000);
	expect(rowsOf("speech_days")).toBe(0);
});

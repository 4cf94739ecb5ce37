import { setImmediate } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { keepGates } from "../../src/budget/reservation.ts";
import { inGuild, ofGuild } from "../../src/shared/party.ts";
import { Problem } from "../../src/shared/problem.ts";
import { countSpeech, type SpeechCounts } from "../../src/store/speech-counts.ts";
import type { Store } from "../../src/store/store.ts";
import { newStore } from "../support/new-store.ts";
import { slowStore } from "../support/slow-store.ts";

const dayMs = 24 * 60 * 60_000;
const guild = "guild";
const guildId = ofGuild(guild);
const read = { day: 1, guildId, userId: "member", isRead: true };
const asked = { day: 1, guildId, userId: "member" };
const limits = { memberMs: 100, guildMs: 1_000, read: { memberMs: 50, guildMs: 500 } };
let isAway: boolean;
/** The database as another program sees it. */
let others: Store;
let counts: SpeechCounts;
let store: Store;
beforeEach(() => {
	isAway = false;
	others = newStore({ now: () => 0 });
	const away = async () => {
		if (isAway) throw new Problem({ kind: "not_stored" }, "away");
	};
	counts = countSpeech(slowStore(others, away), () => 0);
	({ store } = counts);
	counts.hold(guild);
	return () => counts.write();
});

const ms = (madeMs: number) => ({ madeMs, connectedMs: 0 });
/** Reserves this much as a program does that counts. */
const reserve = (of: Parameters<Store["speechDays"]["reserve"]>[0], madeMs: number) =>
	store.speechDays.reserve(of, ms(madeMs), limits);
const sums = (madeMs: number, readMs: number) => ({
	all: { memberMs: madeMs, guildMs: madeMs },
	read: { memberMs: readMs, guildMs: readMs },
});

test("speech that is read aloud is counted at once, together with requested speech, and written later", async () => {
	await others.speechDays.reserve(asked, ms(20), limits);
	expect(await reserve(read, 40)).toBeUndefined();
	expect(await reserve(read, 11)).toEqual({ whose: "member", onlyRead: true });
	expect(await store.speechDays.sum(read)).toEqual(sums(60, 40));
	expect(await others.speechDays.sum(read)).toEqual(sums(20, 0));
	expect(await reserve(asked, 41)).toEqual({ whose: "member", onlyRead: false });
	expect(await others.speechDays.sum(read)).toEqual(sums(60, 40));
	expect(await reserve(asked, 40)).toBeUndefined();
	expect(await store.speechDays.sum(read)).toEqual(sums(100, 40));
	await store.speechDays.correct(asked, ms(-30));
	await store.speechDays.correct(read, ms(-10));
	expect(await store.speechDays.sum(read)).toEqual(sums(60, 30));
	await expect.poll(() => others.speechDays.sum(read)).toEqual(sums(60, 30));
});

test("while the database is away, a known day is counted on, and written once it is back", async () => {
	const stranger = { ...read, guildId: ofGuild("another") };
	await reserve(read, 10);
	isAway = true;
	counts.hold("another");
	await counts.write();
	expect(await reserve(read, 40)).toBeUndefined();
	expect(await reserve(read, 1)).toEqual({ whose: "member", onlyRead: true });
	const tomorrow = { ...read, day: 2 };
	expect(await reserve(tomorrow, 50)).toBeUndefined();
	await expect(reserve(stranger, 1)).rejects.toThrow(Problem);
	await expect(reserve(asked, 1)).rejects.toThrow(Problem);
	await store.speechMonths.add([{ guildId, totals: { texts: 1 } }]);
	await store.speechMonths.add([{ guildId, totals: { texts: 1, madeMs: 50 } }]);
	counts.release(guild);
	isAway = false;
	counts.hold(guild);
	expect(await reserve(read, 1)).toEqual({ whose: "member", onlyRead: true });
	await counts.write();
	expect(await others.speechDays.sum(read)).toEqual(sums(50, 50));
	expect(await others.speechDays.sum(tomorrow)).toEqual(sums(50, 50));
	expect(await others.speechMonths.read(guildId)).toMatchObject({ texts: 2, madeMs: 50 });
});

test("a day's members are listed with what isn't written yet, both in guilds in voice and in others", async () => {
	const member = { userId: "member", madeMs: 40, readMs: 40 };
	const later = countSpeech(others, () => dayMs);
	later.hold(guild);
	await later.store.speechDays.reserve(read, ms(40), limits);
	expect(await later.store.speechDays.list(1, guildId)).toEqual([member]);
	expect(await others.speechDays.list(1, guildId)).toEqual([]);
	later.release(guild);
	expect(await later.store.speechDays.list(1, guildId)).toEqual([member]);
});

test("months are written together, and reading a month gives all of it", async () => {
	await store.speechMonths.add([{ guildId, totals: { texts: 1, lines: 2 } }]);
	await store.speechMonths.add([{ guildId, totals: { promptTokens: 7 } }]);
	expect(await others.speechMonths.read(guildId)).toMatchObject({ texts: 0 });
	expect(await store.speechMonths.read(guildId)).toMatchObject({ texts: 1, lines: 2, promptTokens: 7 });
	expect(await others.speechMonths.read(guildId)).toMatchObject({ texts: 1, lines: 2, promptTokens: 7 });
});

test("for a forgotten member, no day is written afterwards", async () => {
	await reserve(read, 10);
	expect((await store.forgetMember({ place: inGuild(guild), userId: "member", today: 2 })).days).toBe(1);
	await counts.write();
	const { all } = await others.speechDays.sum(read);
	expect(all).toEqual({ memberMs: 0, guildMs: 10 });
});

test("requested speech counts, even before anything is read aloud on a day", async () => {
	await reserve({ ...read, day: 0 }, 10);
	await reserve(asked, 80);
	await store.speechDays.correct({ ...asked, day: 0 }, ms(-5));
	expect(await reserve(read, 30)).toEqual({ whose: "member", onlyRead: false });
});

test("requested speech counts, even while the day is being read from the database", async () => {
	const isAsked = Promise.withResolvers<void>();
	let steps = 0;
	const slow = slowStore(others, async (call) => {
		if (call !== "speechDays.list") return;
		steps += 1;
		if (steps !== 2) return;
		// At the second step, the database's answer is on its way back.
		await later.store.speechDays.reserve(asked, ms(90), limits);
		isAsked.resolve();
	});
	const later = countSpeech(slow, () => dayMs);
	later.hold(guild);
	await isAsked.promise;
	await setImmediate();
	expect(await later.store.speechDays.reserve(read, ms(15), limits)).toMatchObject({ onlyRead: false });
});

test("a text from before midnight that needs more leaves today's known count unchanged", async () => {
	const today = { ...read, day: 2 };
	await reserve(read, 10);
	await reserve(today, 40);
	await counts.write();
	await reserve(read, 5);
	expect(await reserve(today, 20)).toEqual({ whose: "member", onlyRead: true });
	expect(await store.speechDays.sum(today)).toEqual(sums(40, 40));
});

test("a clock that is set back over midnight gives no second day", async () => {
	let now = 10 * dayMs - 60_000;
	counts = countSpeech(newStore(), () => now);
	({ store } = counts);
	const day9 = { ...asked, day: 9 };
	await reserve(day9, 50);
	counts.hold(guild);
	expect(await reserve({ ...read, day: 9 }, 50)).toBeUndefined();
	await counts.write();
	now = 10 * dayMs + 60_000;
	await reserve({ ...read, day: 10 }, 1);
	await counts.write();
	now = 10 * dayMs - 60_000;
	const gate = await keepGates(store.speechDays)(day9);
	const admitted = gate.admit({ userId: "member" }, { ms: 1, mostMs: 1 }, limits);
	expect(admitted).toMatchObject({ exceeded: {} });
	expect(await store.speechDays.sum(day9)).toMatchObject({ all: { memberMs: 100 } });
	await counts.write();
});

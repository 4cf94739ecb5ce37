import { expect, test } from "vitest";
import { DayGates } from "../../src/budget/reservation.ts";
import { ofGuild } from "../../src/shared/party.ts";
import { SpeechCounts } from "../../src/store/speech-counts.ts";
import { newStore } from "../support/new-store.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

test("a clock that is set back over midnight gives no second day", async () => {
	let now = 10 * dayMs - minuteMs;
	const counts = new SpeechCounts(newStore(), () => now);
	const { store } = counts;
	const limits = { memberMs: 100_000, guildMs: 100_000, read: { memberMs: 50_000, guildMs: 50_000 } };
	const day9 = { day: 9, guildId: ofGuild("guild"), userId: "member" };
	await store.speechDays.reserve(day9, { madeMs: 50_000, connectedMs: 0 }, limits);
	counts.hold("guild");
	expect(
		await store.speechDays.reserve({ ...day9, isRead: true }, { madeMs: 50_000, connectedMs: 0 }, limits),
	).toBeUndefined();
	await counts.write();
	now = 10 * dayMs + minuteMs;
	await store.speechDays.reserve({ ...day9, day: 10, isRead: true }, { madeMs: 1, connectedMs: 0 }, limits);
	await counts.write();
	now = 10 * dayMs - minuteMs;
	const gate = await new DayGates(store.speechDays).open(day9);
	const admitted = gate.admit({ userId: "member" }, { ms: 1_000, mostMs: 1_000 }, limits);
	expect(admitted).toMatchObject({ exceeded: {} });
	expect(await store.speechDays.sum(day9)).toMatchObject({ all: { memberMs: 100_000 } });
	await counts.write();
});

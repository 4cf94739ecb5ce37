import { expect, test, vi } from "vitest";
import { SpeechBudget } from "../../src/budget/budget.ts";
import { noUsage } from "../../src/budget/payer.ts";
import { everyone, inGuild, ofMember, type Party } from "../../src/shared/party.ts";
import { Problem } from "../../src/shared/problem.ts";
import { dayOf } from "../../src/shared/utc-day.ts";
import { newStore } from "../support/new-store.ts";

const dayMs = 24 * 60 * 60_000;

test("a text that lasts beyond its day isn't told to wait until the end of the next day", async () => {
	let now = 10 * dayMs - 60_000;
	const limits = { memberSecondsPerDay: 100, guildSecondsPerDay: 0, memberTextsPerMinute: 0 };
	const budget = new SpeechBudget(newStore(), limits, () => now);
	const reservation = await budget.reserve(inGuild("guild"), "member", 100_000);
	const charge = await reservation.charge({ ms: 60_000, mostMs: 70_000 });
	if ("settle" in charge) await charge.settle({ madeMs: 100_000, usage: noUsage });
	now = 10 * dayMs + 60_000;
	const more = reservation.charge({ ms: 10_000, mostMs: 12_000 });
	await expect(more).rejects.toMatchObject({ detail: { kind: "over_budget", reopensAt: 10 * dayMs } });
});

test("what the operator pays outside of servers counts for all users' day, even if a member's account was to pay", async () => {
	const store = newStore();
	let own: string | undefined;
	const limits = {
		memberSecondsPerDay: 0,
		guildSecondsPerDay: 0,
		memberTextsPerMinute: 0,
		userSecondsPerDay: 100,
		allUsersSecondsPerDay: 150,
	};
	const budget = new SpeechBudget(store, limits, Date.now, async () => own);
	const settle = (charge: object) =>
		"settle" in charge
			? (charge as { settle: (cost: object) => Promise<void> }).settle({ madeMs: 40_000, usage: noUsage })
			: undefined;
	// The member connects an account, has a text spoken, and disconnects the account, so that the operator's pays.
	own = "theirs";
	const reservation = await budget.reserve(inGuild("@me"), "9", 90_000);
	own = undefined;
	await settle(await reservation.charge({ ms: 40_000, mostMs: 60_000 }, undefined));
	const madeOf = async (party: Party) =>
		(await store.speechDays.list(dayOf(Date.now()), party)).reduce((sum, { madeMs }) => sum + madeMs, 0);
	expect(await madeOf(everyone)).toBe(40_000);
	// Another member reserves almost all that is left of the day that all users outside of servers share, so the next
	// request doesn't fit.
	await budget.reserve(inGuild("@me"), "7", 100_000);
	const more = reservation.charge({ ms: 40_000, mostMs: 60_000 }, undefined);
	await expect(more).rejects.toMatchObject({ detail: { kind: "over_budget", whose: "everyone" } });
	await reservation.settle();
	expect(await madeOf(ofMember("9"))).toBe(0);
});

test("a text that the operator has to pay for after all goes on once the store can be read again", async () => {
	const store = newStore();
	let own: string | undefined = "theirs";
	const limits = { memberSecondsPerDay: 0, guildSecondsPerDay: 0, memberTextsPerMinute: 0 };
	const budget = new SpeechBudget(store, limits, Date.now, async () => own);
	const reservation = await budget.reserve(inGuild("@me"), "9", 90_000);
	own = undefined;
	const away = vi.spyOn(store.speechDays, "list").mockRejectedValueOnce(new Problem({ kind: "not_read" }));
	const charge = () => reservation.charge({ ms: 40_000, mostMs: 60_000 }, undefined);
	await expect(charge()).rejects.toMatchObject({ kind: "not_read" });
	expect(away).toHaveBeenCalled();
	expect(await charge()).toHaveProperty("settle");
});

import { beforeEach, describe, expect, test, vi } from "vitest";
import { type BudgetLimits, SpeechBudget } from "../../src/budget/budget.ts";
import { noUsage, type Payer } from "../../src/budget/payer.ts";
import { elsewhere, everyone, inGuild, ofGuild, ofMember, type Party } from "../../src/shared/party.ts";
import { Problem } from "../../src/shared/problem.ts";
import { dayOf } from "../../src/shared/utc-day.ts";
import type { Store } from "../../src/store/store.ts";
import { databases, useDatabase } from "../support/databases.ts";

const dayMs = 24 * 60 * 60_000;
/** Noon of the 30th of a month of 31 days, as milliseconds since 1970. */
const noon = Date.UTC(2026, 0, 30, 12);
const none = { memberSecondsPerDay: 0, guildSecondsPerDay: 0, memberTextsPerMinute: 0 };

describe.each(databases)("on $database,", ({ start }) => {
	const used = useDatabase(start);
	let stores: readonly Store[];
	let now: number;
	beforeEach(async () => {
		stores = [await used.open(), await used.open()];
		now = noon;
	});
	const budgetWith = (
		limits: Partial<BudgetLimits>,
		process = 0,
		payerIdOf?: (party: Party) => Promise<string | undefined>,
	) => new SpeechBudget(stores[process] as Store, { ...none, ...limits }, () => now, payerIdOf);
	const detailOf = (reserving: Promise<unknown>) =>
		reserving.then(
			() => "reserved",
			(error: Problem) => error.detail ?? String(error),
		);

	test("servers and members outside of them share a day, which simultaneous texts can't exceed", async () => {
		const budget = budgetWith({ allSecondsPerDay: 50 });
		await budget.reserve(inGuild("1"), "1", 10_000);
		await budget.reserve(inGuild("2"), "2", 10_000);
		const tries = [...Array(10).keys()].map((n) => detailOf(budget.reserve(elsewhere, String(n), 10_000)));
		const refused = (await Promise.all(tries)).filter((came) => came !== "reserved");
		const detail = { kind: "over_budget", whose: "all", reopensAt: Date.UTC(2026, 0, 31) };
		expect(refused).toEqual(Array(7).fill(expect.objectContaining(detail)));
		now += dayMs;
		expect(await detailOf(budget.reserve(inGuild("1"), "1", 50_000))).toBe("reserved");
		expect(await detailOf(budget.reserve(inGuild("1"), "1", 51_000))).toMatchObject({
			kind: "over_day",
			whose: "all",
		});
	});

	test("a process learns within seconds what another one has used", async () => {
		const [one, other] = [0, 1].map((process) => budgetWith({ allSecondsPerDay: 50 }, process));
		await one?.reserve(inGuild("1"), "1", 10_000);
		await other?.reserve(inGuild("2"), "2", 30_000);
		now += 5_000;
		expect(await detailOf((one as SpeechBudget).reserve(inGuild("1"), "1", 20_000))).toMatchObject({
			whose: "all",
		});
		expect(await detailOf((one as SpeechBudget).reserve(inGuild("1"), "1", 10_000))).toBe("reserved");
	});

	test("a month's limit ends with the month, and seconds that a day gives back can be used again", async () => {
		const budget = budgetWith({ allSecondsPerMonth: 100 });
		const first = await budget.reserve(inGuild("1"), "1", 60_000);
		await first.settle();
		now += dayMs;
		await budget.reserve(inGuild("1"), "1", 90_000);
		const more = await detailOf(budget.reserve(inGuild("2"), "2", 20_000));
		expect(more).toMatchObject({ whose: "month", reopensAt: Date.UTC(2026, 1, 1) });
		now += dayMs;
		expect(await detailOf(budget.reserve(inGuild("2"), "2", 20_000))).toBe("reserved");
	});

	test("speech that connected accounts pay for doesn't count", async () => {
		const own = [ofGuild("1"), ofMember("9")];
		for (const guildId of own) {
			await stores[0]?.accountLinks.claimSecret("secret");
			const link = { guildId, service: "https://speech.example", connectedBy: "9" };
			await stores[0]?.accountLinks.connect(link, () => Buffer.from("sealed"));
		}
		const payerIdOf = async (party: Party) => (own.includes(party) ? "own" : undefined);
		const budget = budgetWith({ allSecondsPerDay: 50 }, 0, payerIdOf);
		await budget.reserve(inGuild("1"), "1", 100_000);
		await budget.reserve(elsewhere, "9", 100_000);
		now += 5_000;
		expect(await detailOf(budget.reserve(inGuild("2"), "2", 50_000))).toBe("reserved");
	});

	test("speech that the operator pays for in a connected account's place counts, and other speech of that account doesn't", async () => {
		let payer: string | undefined = "own";
		const limits = { allSecondsPerDay: 50 };
		const [one, other] = [0, 1].map((process) => budgetWith(limits, process, async () => payer)) as [
			SpeechBudget,
			SpeechBudget,
		];
		const charge = async (reservation: Payer, seconds: number, account?: string) => {
			const charged = await reservation.charge({ ms: seconds * 1_000, mostMs: seconds * 1_000 }, account);
			if (charged.kind !== "charged") throw new Error(charged.kind);
			await charged.settle({ madeMs: seconds * 1_000, usage: noUsage });
		};
		const text = await one.reserve(inGuild("1"), "1", 100_000);
		await charge(text, 60, "own");
		payer = undefined;
		await charge(text, 30);
		expect(await detailOf(charge(text, 30))).toMatchObject({ kind: "over_budget", whose: "all" });
		// Stands for a restart, after which the account works again.
		const kept = await other.reopen({ place: inGuild("1"), userId: "1" }, text.reserved);
		payer = "own";
		await charge(kept, 100, "own");
		await kept.settle();
		payer = undefined;
		now += 5_000;
		expect(await detailOf(other.reserve(inGuild("2"), "2", 21_000))).toMatchObject({ whose: "all" });
		expect(await detailOf(other.reserve(inGuild("2"), "2", 20_000))).toBe("reserved");
	});

	test("a text that lasts beyond its day isn't told to wait until the end of the next day", async () => {
		now = 10 * dayMs - 60_000;
		const text = await budgetWith({ memberSecondsPerDay: 100 }).reserve(inGuild("1"), "1", 100_000);
		const charge = await text.charge({ ms: 60_000, mostMs: 70_000 });
		if ("settle" in charge) await charge.settle({ madeMs: 100_000, usage: noUsage });
		now = 10 * dayMs + 60_000;
		const more = await detailOf(text.charge({ ms: 10_000, mostMs: 12_000 }));
		expect(more).toMatchObject({ kind: "over_budget", reopensAt: 10 * dayMs });
	});

	describe("if a member's account pays when a text begins, and the operator's afterwards,", () => {
		/** A text outside of servers, whose Lines are charged to the operator. */
		const begin = async (limits: Partial<BudgetLimits>) => {
			let own: string | undefined = "theirs";
			const budget = budgetWith(limits, 0, async () => own);
			const text = await budget.reserve(elsewhere, "9", 90_000);
			own = undefined;
			return { budget, text, charge: () => text.charge({ ms: 40_000, mostMs: 60_000 }, undefined) };
		};

		test("what the operator pays counts for all users' day", async () => {
			const limits = { userSecondsPerDay: 100, allUsersSecondsPerDay: 150 };
			const { budget, text, charge } = await begin(limits);
			const charged = await charge();
			if ("settle" in charged) await charged.settle({ madeMs: 40_000, usage: noUsage });
			const madeOf = async (party: Party) =>
				((await stores[0]?.speechDays.list(dayOf(now), party)) ?? []).reduce(
					(sum, { madeMs }) => sum + madeMs,
					0,
				);
			expect(await madeOf(everyone)).toBe(40_000);
			// Another member reserves almost all that is left of the day that all users outside of servers share, so the
			// next request doesn't fit.
			await budget.reserve(elsewhere, "7", 100_000);
			expect(await detailOf(charge())).toMatchObject({ kind: "over_budget", whose: "everyone" });
			await text.settle();
			expect(await madeOf(ofMember("9"))).toBe(0);
		});

		test("the text goes on once the store can be read again", async () => {
			const { charge } = await begin({});
			const { speechDays } = stores[0] as Store;
			const away = vi.spyOn(speechDays, "list").mockRejectedValueOnce(new Problem({ kind: "not_read" }));
			expect(await detailOf(charge())).toMatchObject({ kind: "not_read" });
			expect(away).toHaveBeenCalled();
			expect(await charge()).toHaveProperty("settle");
		});
	});

	test("after a member is forgotten, their speech still counts, and their name stays only until the day is over", async () => {
		const [store] = stores as [Store];
		const budget = budgetWith({ allSecondsPerMonth: 100, memberSecondsPerDay: 50 });
		const today = Math.floor(now / dayMs);
		for (const userId of ["1", "2"]) {
			await budget.reserve(inGuild("1"), userId, 40_000);
			await store.forgetMember({ place: elsewhere, userId, today });
		}
		const names = async () =>
			(await used.query("SELECT user_id FROM speech_days ORDER BY user_id")).map(({ user_id }) => user_id);
		await store.speechDays.eraseForgotten(today);
		expect(await names()).toEqual(["1", "2"]);
		expect(await detailOf(budget.reserve(inGuild("1"), "1", 15_000))).toMatchObject({ whose: "member" });
		await store.speechDays.eraseForgotten(today + 1);
		expect(await names()).toEqual([""]);
		now += dayMs;
		expect(await detailOf(budget.reserve(inGuild("1"), "1", 30_000))).toMatchObject({ whose: "month" });
		expect(await detailOf(budget.reserve(inGuild("1"), "1", 20_000))).toBe("reserved");
	});
});

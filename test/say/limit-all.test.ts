import { beforeEach, describe, expect, test, vi } from "vitest";
import { type BudgetLimits, SpeechBudget } from "../../src/budget/budget.ts";
import type { Payer } from "../../src/budget/payer.ts";
import { elsewhere, inGuild, ofGuild, ofMember, type Party } from "../../src/shared/party.ts";
import type { Problem } from "../../src/shared/problem.ts";
import type { Store } from "../../src/store/store.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { startHerald } from "../support/herald.ts";
import { readMetrics } from "../support/read-metrics.ts";

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
			await charged.settle({ madeMs: seconds * 1_000, usage: { promptTokens: 0, audioTokens: 0 } });
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

test("members are told when all speech of a day is used up, and the metrics show how much of it is", async () => {
	const herald = await startHerald({ ALL_SECONDS_PER_DAY: "4", OPERATIONS_PORT: "0" });
	try {
		const { owner, ordinary } = herald.playground.home;
		await herald.say(ordinary, "This is heard.").firstAnswer();
		const refused = await vi.waitUntil(async () => {
			const { content } = await herald.say(owner, `More, and more ${Math.random()}.`).firstAnswer();
			return content.includes("used up") ? content : undefined;
		});
		expect(refused).toMatch(
			/^Herald's speaking time for today, shared by everyone who uses it, is used up\. You can continue <t:\d+:R>\./,
		);
		const port = herald.logs.find(({ event }) => event === "operations_listening")?.port;
		const samples = await readMetrics(`http://127.0.0.1:${port}`);
		const readValue = (name: string) =>
			samples.find((sample) => sample.name === name && sample.labels.period === "day")?.value;
		expect(readValue("herald_all_speech_limit_seconds")).toBe(4);
		expect(readValue("herald_all_speech_used_seconds")).toBeGreaterThanOrEqual(0);
		expect(samples.find(({ labels }) => labels.budget === "all_day")?.value).toBeGreaterThan(0);
	} finally {
		await herald.stop();
	}
});

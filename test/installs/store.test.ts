import { Client, type RepliableInteraction } from "discord.js";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { SpeechBudget } from "../../src/budget/budget.ts";
import { ownsPlace, type ShardPart } from "../../src/discord/shard-part.ts";
import { keepPendingAnswers } from "../../src/say/answers/pending-answers.ts";
import { keepRequests, type RecentRequests } from "../../src/say/answers/short-memory.ts";
import { systemClock } from "../../src/shared/clock.ts";
import {
	elsewhere,
	everyone,
	inGuild,
	ofGuild,
	ofMember,
	type Party,
	partyOf,
} from "../../src/shared/party.ts";
import type { Problem } from "../../src/shared/problem.ts";
import { makeSeal } from "../../src/shared/seal.ts";
import { UnderWay } from "../../src/shared/under-way.ts";
import type { Store } from "../../src/store/store.ts";
import { admission } from "../support/admission.ts";
import { databases, useDatabase } from "../support/databases.ts";

const who = { place: elsewhere, userId: "123456789012345678" };
const party = partyOf(who);
const limits = { memberSecondsPerDay: 0, guildSecondsPerDay: 0, memberTextsPerMinute: 5 };

describe.each(databases)("on $database,", ({ start }) => {
	const used = useDatabase(start);
	let programs: Store[];
	beforeEach(async () => {
		programs = [await used.open(), await used.open()];
	});
	const budgetsWith = (more: object) =>
		programs.map((store) => new SpeechBudget(store, { ...limits, ...more }));
	const first = () => programs[0] as Store;
	/** Begins the redemption of a code. */
	const redeem = (who: { readonly party: Party; readonly userId: string }, code = "c") =>
		first().redemptions.begin({ ...who, member: "m", code, secret: "s" }, admission);

	test("a member's texts a minute are counted over all processes, even at the same moment", async () => {
		const budgets = budgetsWith({});
		const counted = await Promise.allSettled(
			[...Array(12).keys()].map((n) => budgets[n % 2]?.countText(who)),
		);
		const refused = counted.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
		expect(refused.map(({ kind }: Problem) => kind)).toEqual(Array(7).fill("too_fast"));
		await budgets[1]?.countText({ ...who, userId: "2" });
	});

	test("two processes together can't exceed a member's day or that of all members", async () => {
		const reserve = async (more: object, userOf: (n: number) => string) => {
			const budgets = budgetsWith(more);
			const tries = [...Array(12).keys()].map((n) => budgets[n % 2]?.reserve(elsewhere, userOf(n), 10_000));
			const reserved = await Promise.allSettled(tries);
			const refused = reserved.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
			for (const each of reserved) if (each.status === "fulfilled") await each.value?.settle();
			return refused.map(({ detail }: Problem) => "whose" in detail && detail.whose);
		};
		expect(await reserve({ userSecondsPerDay: 50 }, () => who.userId)).toEqual(Array(7).fill("member"));
		expect(await reserve({ allUsersSecondsPerDay: 50 }, String)).toEqual(Array(7).fill("everyone"));
	});

	test("a text kept by one process can be said again in another, by its own member alone", async () => {
		const edits = new UnderWay();
		const [one, other] = programs.map((store) =>
			keepRequests(Date.now, {
				store: store.kept,
				seal: makeSeal("token"),
				clock: systemClock,
				edits,
			}),
		) as [RecentRequests, RecentRequests];
		const context = { users: new Map(), roles: new Map(), channels: new Map(), locale: "en-US" };
		const asked = { text: { written: "Hello", context }, option: {} };
		const id = one.remember(asked, who);
		await edits.settle();
		expect(await other.recall(id, who)).toEqual(asked);
		expect(await other.recall(id, { ...who, userId: "2" })).toBe("not yours");
		one.forget(elsewhere, who.userId);
		await edits.settle();
		expect(await other.recall(id, who)).toBe("over");
		for (const each of [one, other]) each.close();
	});

	test("an interrupted answer outside of servers is ended by its own process, once that is back", async () => {
		const mine = { ids: [2, 3], count: 4 };
		const others = { ids: [0, 1], count: 4 };
		/** Opens the pending answers as a process does at its start. */
		const startProcess = async (part: ShardPart) => {
			const { kept: store } = await used.open({ owns: (place) => ownsPlace(part, place) });
			const [client, edits] = [new Client({ intents: [] }), new UnderWay()];
			const answers = keepPendingAnswers({
				client,
				store,
				seal: makeSeal("token"),
				clock: systemClock,
				edits,
				part,
			});
			await answers.restore();
			return answers;
		};
		const countTold = async (part: ShardPart) => {
			const describe = vi.fn().mockRejectedValue(new Error("as far as this"));
			await (await startProcess(part)).answerInterrupted(describe);
			return describe.mock.calls.length;
		};
		// An interaction outside of Herald's servers may reach any process.
		await (await startProcess(mine)).begin({
			id: "900",
			user: { id: "42" },
			applicationId: "1",
			token: "t",
			locale: "en-US",
			guildId: "4194304",
			inCachedGuild: () => false,
			createdTimestamp: Date.now(),
		} as RepliableInteraction);
		expect([await countTold(others), await countTold(mine), await countTold(mine)]).toEqual([0, 1, 0]);
	});

	test("rows are keyed by a guild's id, a member's id after an @, or @me for all members", async () => {
		const store = first();
		const parties = [everyone, ofGuild("11"), ofMember("22")];
		for (const [n, guildId] of parties.entries()) {
			await store.speechDays.add([{ day: n, guildId, userId: "1", madeMs: 5, readMs: 0, connectedMs: 0 }]);
			await store.speechMonths.add([{ guildId, totals: { texts: 1 } }]);
			await redeem({ party: guildId, userId: "1" }, String(n));
			const limits = { withinMs: 60_000, perOwner: 1, perMember: 9 };
			expect(await store.accountLinks.takeTry({ guildId, member: "m" }, limits)).toBeUndefined();
			const second = await store.accountLinks.takeTry({ guildId, member: "m" }, limits);
			expect(second).toHaveProperty("whose", "owner");
		}
		for (const place of [elsewhere, inGuild("11")])
			await store.settings.changeMember(place, "1", { voice: "Puck" });
		expect(await used.query("SELECT guild_id FROM member_settings ORDER BY guild_id")).toEqual([
			{ guild_id: "11" },
			{ guild_id: "@me" },
		]);
		for (const table of ["speech_days", "speech_months", "redemptions", "account_tries"])
			expect(await used.query(`SELECT guild_id FROM ${table} ORDER BY guild_id`)).toEqual([
				{ guild_id: "11" },
				{ guild_id: "@22" },
				{ guild_id: "@me" },
			]);
		expect(await store.speechDays.sum({ day: 2, guildId: ofMember("22"), userId: "1" })).toMatchObject({
			all: { memberMs: 5 },
		});
	});

	test("what is kept outside of servers belongs to no server that Herald left, and after a year, the journal no longer names who redeemed a code", async () => {
		await first().settings.changeMember(elsewhere, who.userId, { voice: "Puck" });
		await redeem({ userId: who.userId, party });
		expect(await first().departures.listKept()).toEqual([]);
		expect(await first().redemptions.eraseNames(Date.now() + 60_000)).toBe(1);
		expect(JSON.stringify(await used.query("SELECT * FROM redemptions"))).not.toContain(who.userId);
	});

	test("the type check tells ids, parties and places apart", async () => {
		const { presets, words } = first();
		const nothing = { own: [], server: [] };
		// @ts-expect-error: an id isn't a place
		expect(await presets.read("11", "1")).toEqual(nothing);
		// @ts-expect-error: a party isn't a place
		expect(await presets.read(ofGuild("11"), "1")).toEqual(nothing);
		// @ts-expect-error: a place isn't an id
		expect(await words.list(elsewhere)).toEqual([]);
		expect(await presets.read(inGuild("11"), "1")).toEqual(nothing);
	});

	test("forgetting a member everywhere leaves their id only in today's seconds", async () => {
		const store = first();
		const places = [
			[elsewhere, everyone],
			[inGuild("11"), ofGuild("11")],
			[inGuild("22"), ofGuild("22")],
		] as const;
		for (const [place, guildId] of places) {
			await store.settings.changeMember(place, who.userId, { voice: "Puck" });
			await store.presets.change({ place, userId: who.userId }, () => [
				{ name: "Witch", voice: "Leda", style: null, language: null, speed: null, prefix: null },
			]);
			await store.speechDays.add([
				{ day: 1, userId: who.userId, guildId, madeMs: 5, readMs: 0, connectedMs: 0 },
			]);
		}
		await store.settings.changeMember(inGuild("11"), "2", { voice: "Kore" });
		for (const [code, each] of [party, ofGuild("11")].entries())
			await redeem({ userId: who.userId, party: each }, String(code));
		await store.speechMonths.add([{ month: "2026-01", guildId: party, totals: { texts: 1 } }]);
		expect(await store.forgetMember({ ...who, today: 2 })).toMatchObject({
			settings: true,
			presets: 3,
			redemptions: true,
			days: 3,
		});
		for (const table of ["member_settings", "presets", "speech_days", "redemptions", "speech_months"])
			expect(JSON.stringify(await used.query(`SELECT * FROM ${table}`))).not.toContain(who.userId);
		expect((await store.settings.readMember(inGuild("11"), "2")).here.voice).toBe("Kore");
	});
});

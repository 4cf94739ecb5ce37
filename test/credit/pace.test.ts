import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { fingerprint } from "../../src/shared/fingerprint.ts";
import { inGuild, ofGuild } from "../../src/shared/party.ts";
import { openBotSecret } from "../../src/store/data-folder.ts";
import { sendJson } from "../support/upstream.ts";
import { hold, never, refuse, speechKey, succeed, useFixture } from "./fixture.ts";

const fixture = useFixture();

const minute = 60_000;
const generic = "Redemption failed, please try again later";

describe("a member", () => {
	test("may try five codes in ten minutes in all guilds together, even over a restart", async () => {
		const began = fixture.now();
		const { redeem } = fixture.start();
		for (let n = 0; n < 5; n += 1) {
			expect(await redeem(`code${n}`, "1", `${100 + n}`)).toMatchObject({ kind: "redeemed" });
			fixture.pass(minute);
		}
		const wait = { kind: "too_fast", why: "member", retryAt: began + 10 * minute };
		expect(await redeem("code5", "1", "100")).toEqual(wait);
		expect(await fixture.start().redeem("code5", "1", "300")).toEqual(wait);
		expect(await redeem("code5", "2", "300")).toMatchObject({ kind: "redeemed" });
		expect(fixture.upstream.requests).toHaveLength(6);
		fixture.pass(wait.retryAt - fixture.now());
		expect(await redeem("code5")).toMatchObject({ kind: "redeemed" });
		expect(await redeem("code6")).toMatchObject({ kind: "too_fast", retryAt: began + 11 * minute });
	});

	test("waits an hour after three refusals in a row, and may then try three again", async () => {
		const { redeem, store } = fixture.start();
		fixture.upstream.behave(refuse(generic));
		for (const round of [1, 2]) {
			for (const n of [1, 2, 3]) expect(await redeem(`${round}.${n}`)).toMatchObject({ kind: "refused" });
			const wait = { kind: "too_fast", why: "refusals", retryAt: fixture.now() + 60 * minute };
			expect(await redeem("next")).toEqual(wait);
			await store.forgetMember({ place: inGuild("100"), userId: "1", today: 0 });
			expect(await fixture.start().redeem("next", "1", "200")).toEqual(wait);
			fixture.pass(60 * minute);
		}
	});

	test("has three refusals again after a success", async () => {
		const { redeem } = fixture.start();
		fixture.upstream.behave((response, attempt, request) =>
			(attempt === 3 ? succeed() : refuse(generic))(response, attempt, request),
		);
		for (const n of [1, 2, 3, 4, 5]) await redeem(`${n}`);
		fixture.pass(10 * minute);
		expect(await redeem("6")).toMatchObject({ kind: "refused" });
		expect(await redeem("7")).toMatchObject({ kind: "too_fast", why: "refusals" });
	});

	test("isn't charged for requests that couldn't be sent", async () => {
		const gone = { baseUrl: "http://127.0.0.1:1", apiKey: "sk-test" };
		const { redeem } = fixture.start({ account: gone });
		for (let n = 0; n < 7; n += 1)
			expect(await redeem("code")).toEqual({ kind: "unavailable", why: "unreachable" });
	});

	test("is removed from the journal of tries after a day", async () => {
		await fixture.start().redeem("code");
		const database = new Database(join(fixture.folder, "bot.db"), { readonly: true });
		const members = () => database.prepare("SELECT member FROM redemptions").pluck().all();
		const member = fingerprint(openBotSecret(fixture.folder), "member", "1");
		expect(members()).toEqual([member]);
		fixture.pass(24 * 60 * minute + 1);
		await fixture.start().credit.recover();
		expect(members()).toEqual([null]);
		database.close();
	});
});

describe("rows that a wrong clock dated in the future", () => {
	const year = 365 * 24 * 60 * minute;

	test("keep nobody waiting once the clock is right, even with a limit that the service set then", async () => {
		fixture.pass(year);
		fixture.upstream.behave(refuse(generic));
		const before = fixture.start();
		for (const n of [1, 2, 3]) await before.redeem(`${n}`);
		for (const n of [4, 5, 6]) await before.redeem(`${n}`, `${n}`);
		fixture.upstream.behave((response) => response.writeHead(429).end());
		expect(await before.redeem("7", "7", "200")).toMatchObject({ kind: "rate_limited" });
		fixture.pass(-year);
		fixture.upstream.behave(succeed());
		expect(await before.redeem("seven")).toMatchObject({ kind: "redeemed" });
		expect(await fixture.start().redeem("eight")).toMatchObject({ kind: "redeemed" });
	});

	test("still lose their members' ids", async () => {
		fixture.pass(year);
		await fixture.start().redeem("code");
		fixture.pass(-year);
		await fixture.start().credit.recover();
		const database = new Database(join(fixture.folder, "bot.db"), { readonly: true });
		expect(database.prepare("SELECT member FROM redemptions").pluck().all()).toEqual([null]);
		database.close();
	});
});

describe("the limited requests", () => {
	test("are six in twenty minutes for one guild", async () => {
		const began = fixture.now();
		const { redeem } = fixture.start();
		for (let n = 0; n < 6; n += 1) await redeem(`code${n}`, n === 0 ? "8" : "9");
		// The guild's wait is told, since the member's is shorter.
		expect(await redeem("more", "9")).toEqual({
			kind: "too_fast",
			why: "guild",
			retryAt: began + 20 * minute,
		});
		expect(await redeem("more", "8", "200")).toMatchObject({ kind: "redeemed" });
		fixture.pass(20 * minute);
		expect(await redeem("again", "9")).toMatchObject({ kind: "redeemed" });
	});

	test("are eighteen in twenty minutes for all guilds, including balances, even over restarts", async () => {
		const began = fixture.now();
		const first = fixture.start();
		for (let n = 0; n < 12; n += 1) await first.redeem(`code${n}`, `${n}`, `${n % 3}`);
		const { redeem, credit } = fixture.start();
		fixture.pass(minute);
		await credit.balances.read(never);
		for (let n = 12; n < 17; n += 1) await redeem(`code${n}`, `${n}`, `${n}`);
		expect(fixture.upstream.requests).toHaveLength(18);
		expect(await redeem("more", "99", "8")).toEqual({
			kind: "too_fast",
			why: "service",
			retryAt: began + 20 * minute,
		});
		fixture.pass(minute);
		expect(await credit.balances.read(never)).toBeUndefined();
		expect(fixture.upstream.requests).toHaveLength(18);
	});

	test("are left for others when six members in three guilds try wrong codes at two processes", async () => {
		const began = fixture.now();
		const bots = [fixture.start(), fixture.start()] as const;
		fixture.upstream.behave(refuse(generic));
		const reasons = new Set<unknown>();
		for (let n = 0; n < 18; n += 1) {
			const tried = await bots[n % 2 ? 1 : 0].redeem(`wrong ${n}`, `${n % 6}`, `${n % 3}`);
			reasons.add(tried.kind === "too_fast" ? tried.why : tried.kind);
		}
		expect(reasons).toEqual(new Set(["refused", "guild"]));
		const wrong = fixture.upstream.requests.length;
		expect(wrong).toBeLessThanOrEqual(12);
		fixture.upstream.behave(succeed());
		const [{ redeem }] = bots;
		for (let n = wrong; n < 18; n += 1)
			expect(await redeem(`right ${n}`, `other ${n}`, `guild ${n}`)).toMatchObject({ kind: "redeemed" });
		const retryAt = began + 20 * minute;
		expect(await redeem("more", "new", "new")).toEqual({ kind: "too_fast", why: "service", retryAt });
		fixture.pass(20 * minute);
		expect(await redeem("at last", "0", "0")).toMatchObject({ kind: "redeemed" });
	});

	test("are left for members who redeemed before, however many strangers in servers of their own guess", async () => {
		const { redeem, pass } = { ...fixture.start(), pass: fixture.pass };
		expect(await redeem("first", "payer", "paying")).toMatchObject({ kind: "redeemed" });
		pass(60 * minute);
		fixture.upstream.behave(refuse(generic));
		const began = fixture.now();
		const guesses = Array.from({ length: 18 }, (_, n) => redeem(`wrong ${n}`, `stranger ${n}`, `own ${n}`));
		const told = await Promise.all(guesses);
		expect(told.filter(({ kind }) => kind === "refused")).toHaveLength(13);
		const wait = { kind: "too_fast", why: "service", retryAt: began + 20 * minute };
		expect(told.slice(13)).toEqual(Array(5).fill(wait));
		expect(await redeem("more", "stranger", "own")).toEqual(wait);
		for (const n of [1, 2])
			expect(await redeem(`wrong ${n}`, `other ${n}`, "paying")).toMatchObject({ kind: "refused" });
		expect(await redeem("more", "other", "paying")).toMatchObject({ kind: "too_fast" });
		fixture.upstream.behave(succeed());
		expect(await redeem("second", "payer", "paying")).toMatchObject({ kind: "redeemed" });
	});

	test("briefly count another account's code that is under way as a failure", async () => {
		const { held, behave } = hold();
		fixture.upstream.behave((...asked) => (asked[1] === 1 ? refuse(generic) : behave(succeed()))(...asked));
		const { credit, redeem } = fixture.start();
		const all = Array.from({ length: 13 }, (_, n) => {
			const account = { baseUrl: fixture.upstream.baseUrl, apiKey: `sk-${n}`, ownId: `${n}` };
			return credit.redeem({
				code: `${n}`,
				userId: `${n}`,
				party: ofGuild(`${n}`),
				account,
				signal: never,
			});
		});
		expect(await Promise.race(all)).toMatchObject({ kind: "refused" });
		await expect.poll(() => held.length).toBe(12);
		const soon = { kind: "too_fast", why: "service", retryAt: fixture.now() + 10_000 };
		expect(await redeem("more", "99", "99")).toEqual(soon);
		for (const answer of held) answer();
		await Promise.all(all);
		fixture.upstream.behave(succeed());
		expect(await redeem("more", "99", "99")).toMatchObject({ kind: "redeemed" });
	});

	test.each([
		["redemption", "30", 30_000],
		["redemption", "999999999", 24 * 60 * minute],
		["balance", "30", 30_000],
	])("stop for as long as the 429 of a %s says, for a day at most: %s s", async (asked, seconds, waitMs) => {
		const { redeem, credit } = fixture.start();
		fixture.upstream.behave((response) => response.writeHead(429, { "retry-after": seconds }).end());
		const retryAt = fixture.now() + waitMs;
		const told = await (asked === "balance" ? credit.balances.read(never) : redeem("code"));
		expect(told).toEqual(asked === "balance" ? undefined : { kind: "rate_limited", retryAt });
		expect(await redeem("code", "2", "200")).toEqual({ kind: "too_fast", why: "service", retryAt });
		expect(await credit.balances.read(never)).toBeUndefined();
		fixture.upstream.behave(succeed());
		fixture.pass(waitMs);
		expect(await redeem("code", "2", "200")).toMatchObject({ kind: "redeemed" });
		expect(fixture.upstream.requests).toHaveLength(1);
	});

	test.each(["redemption", "balance"])(
		"resume after a 429 without a time when the oldest request, a %s, has left the window",
		async (oldest) => {
			const began = fixture.now();
			const { redeem, credit } = fixture.start();
			await (oldest === "balance" ? credit.balances.read(never) : redeem("one"));
			fixture.pass(5 * minute);
			fixture.upstream.behave((response) => response.writeHead(429).end());
			expect(await redeem("two")).toEqual({ kind: "rate_limited", retryAt: began + 20 * minute });
		},
	);

	test("show a balance once a minute, and six times in twenty minutes", async () => {
		const { credit } = fixture.start();
		await expect(credit.balances.read(AbortSignal.abort())).rejects.toThrow("aborted");
		for (let n = 1; n <= 7; n += 1) {
			await credit.balances.read(never);
			await credit.balances.read(never);
			expect(fixture.upstream.requests).toHaveLength(Math.min(n, 6));
			fixture.pass(minute);
		}
	});
});

const accountOf = (name: string) => ({
	baseUrl: fixture.upstream.baseUrl,
	apiKey: `sk-${name}`,
	ownId: name,
});
const keysSeen = (path: string): string[] =>
	fixture.upstream.requests
		.filter((request) => request.path === path)
		.map(({ headers }) => String(headers.authorization).replace("Bearer sk-", ""));

test("frequent balance checks of one account leave requests for other accounts", async () => {
	fixture.upstream.behave((response) => sendJson(response, 200, { data: { total_available: 5 } }));
	const { credit } = fixture.start({ hasOthers: true });
	for (const name of ["greedy", "second", "third"])
		for (let tries = 0; tries < 6; tries += 1) {
			await credit.balances.read(never, accountOf(name));
			fixture.pass(61_000);
		}
	expect(keysSeen("/api/usage/token/")).toEqual(["greedy", "greedy", "greedy", "second", "second", "third"]);
});

test("one account's limit of topups doesn't hold for others, and the journal says which account a code was for", async () => {
	const { credit, journal } = fixture.start();
	const redeem = (code: string, name: string) =>
		credit.redeem({ code, userId: name, party: ofGuild(name), account: accountOf(name), signal: never });
	fixture.upstream.behave((response) => sendJson(response, 429, {}, { "retry-after": "600" }));
	expect(await redeem("CODE-1", "limited")).toMatchObject({ kind: "rate_limited" });
	fixture.upstream.behave(succeed());
	expect(await redeem("CODE-2", "limited")).toMatchObject({ kind: "too_fast", why: "service" });
	expect(await redeem("CODE-3", "other")).toMatchObject({ kind: "redeemed", isOwn: true });
	expect(
		await credit.redeem({ code: "CODE-4", userId: "1", party: ofGuild("1"), signal: never }),
	).not.toHaveProperty("isOwn");
	expect(keysSeen("/api/user/topup")).toEqual(["other", speechKey.replace("sk-", "")]);
	expect(await credit.list(ofGuild("other"), 9, accountOf("other"))).toHaveLength(1);
	expect(await credit.list(ofGuild("other"), 9, accountOf("limited"))).toEqual([]);
	expect(await journal.list(ofGuild("other"), 9)).toEqual([]);
});

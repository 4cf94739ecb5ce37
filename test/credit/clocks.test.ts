import { createLogger } from "@herald/common/log.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Credit, openCredit } from "../../src/credit/credit.ts";
import { ofGuild } from "../../src/shared/party.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { sendJson, startUpstream, type Upstream } from "../support/upstream.ts";
import { byPath, hold, never, refuse, speechKey, succeed } from "./fixture.ts";

const minute = 60_000;
const hour = 60 * minute;
const clocksOff = [-hour, 0, hour, 2 * hour];

/** Asks `count` times, one after the other. @returns the answers in order */
const inTurn = async <T>(count: number, ask: (n: number) => Promise<T> | undefined): Promise<T[]> => {
	const told: T[] = [];
	for (let n = 0; n < count; n += 1) told.push((await ask(n)) as T);
	return told;
};

const kinds = (told: readonly { readonly kind: string }[]): string[] => told.map(({ kind }) => kind);

describe.each(databases)("with $database, machines whose clocks differ by an hour and more", ({ start }) => {
	const used = useDatabase(start);
	let upstream: Upstream;
	let machines: readonly Credit[];
	beforeAll(async () => {
		upstream = await startUpstream();
	});
	beforeEach(async () => {
		upstream.behave(succeed());
		machines = await Promise.all(
			clocksOff.map(async (off) => {
				const store = await used.open();
				return openCredit({
					account: { baseUrl: upstream.baseUrl, apiKey: speechKey },
					journal: store.redemptions,
					accounts: store.creditAccounts,
					secret: Buffer.alloc(32, 1),
					logger: createLogger("test", "silent"),
					now: () => Date.now() + off,
				});
			}),
		);
	});
	afterAll(() => upstream.close());
	afterEach(() => Promise.all(machines.map((credit) => credit.close())));
	const redeem = (n: number, code: string, userId = "1", guildId = "100") =>
		machines[n % machines.length]?.redeem({ code, userId, party: ofGuild(guildId), signal: never });
	/** Expects a wait of `waitMs` that begins about now by the real clock. */
	const expectWait = (retryAt: number, waitMs: number) => {
		expect(retryAt - Date.now()).toBeGreaterThan(waitMs - minute);
		expect(retryAt - Date.now()).toBeLessThanOrEqual(waitMs);
	};

	test("send a code once, and tell all members the truth", async () => {
		const { held, behave } = hold();
		upstream.behave(behave(succeed()));
		const first = redeem(0, "REDEEM123456", "0");
		await expect.poll(() => held.length).toBe(1);
		const others = await inTurn(3, (n) => redeem(n + 1, "REDEEM123456", `${n + 1}`));
		expect(kinds(others)).toEqual(["in_progress", "in_progress", "in_progress"]);
		held[0]?.();
		expect(await first).toMatchObject({ kind: "redeemed" });
		expect(upstream.requests).toHaveLength(1);
	});

	test("count a member's codes together", async () => {
		const told = await inTurn(6, (n) => redeem(n, `code ${n}`, "1", `${n}`));
		expect(kinds(told.slice(0, 5))).toEqual(Array(5).fill("redeemed"));
		expect(told[5]).toMatchObject({ kind: "too_fast", why: "member" });
		expectWait((told[5] as { retryAt: number }).retryAt, 10 * minute);
	});

	test("make a member wait an hour after three refusals, at whichever machines", async () => {
		upstream.behave(refuse("Redemption failed, please try again later"));
		const told = await inTurn(4, (n) => redeem(n, `wrong ${n}`));
		expect(told[3]).toMatchObject({ kind: "too_fast", why: "refusals" });
		expectWait((told[3] as { retryAt: number }).retryAt, hour);
	});

	test("keep the account's limit together, and ask for the balance once", async () => {
		upstream.behave(
			byPath(succeed(5), (response) => sendJson(response, 200, { data: { total_available: 7 } })),
		);
		const balances = await inTurn(machines.length, (n) => machines[n]?.balances.read(never));
		expect(balances).toEqual(Array(machines.length).fill({ of: "key", units: 7 }));
		expect(upstream.requests).toHaveLength(1);
		const told = await inTurn(18, (n) => redeem(n, `code ${n}`, `${n}`, `${n}`));
		expect(kinds(told.slice(0, 17))).toEqual(Array(17).fill("redeemed"));
		expect(told[17]).toMatchObject({ kind: "too_fast", why: "service" });
		expectWait((told[17] as { retryAt: number }).retryAt, 20 * minute);
	});

	test.each([...clocksOff.keys()])("heed a limit that the service told to machine %i", async (told) => {
		upstream.behave((response) => response.writeHead(429, { "retry-after": "600" }).end());
		const limited = await redeem(told, "code", "1", "1");
		expect(limited).toMatchObject({ kind: "rate_limited" });
		expectWait((limited as { retryAt: number }).retryAt, 10 * minute);
		for (const n of clocksOff.keys())
			expect(await redeem(n, "code", `${n}`, `${n + 2}`)).toMatchObject({ kind: "too_fast", why: "service" });
		expect(upstream.requests).toHaveLength(1);
	});
});

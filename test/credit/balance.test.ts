import { readRows } from "@herald/common/testing/read-rows.ts";
import { expect, test } from "vitest";
import { slowStore } from "../support/slow-store.ts";
import { type Behaviour, sendJson } from "../support/upstream.ts";
import { byPath, hold, loseAnswer, never, refuse, speechKey, succeed, useFixture } from "./fixture.ts";

const fixture = useFixture();

const minute = 60_000;
const usage =
	(data: unknown): Behaviour =>
	(response) =>
		sendJson(response, 200, { code: true, message: "ok", data });
const self =
	(data: unknown): Behaviour =>
	(response) =>
		sendJson(response, 200, { success: true, message: "", data });
const left = (units = 7): Behaviour =>
	usage({ total_granted: 9, total_used: 2, total_available: units, unlimited_quota: false, expires_at: 0 });

type Row = [asked: string, name: string, status: string, body: string, expected: string];
/** Answers about the balance of a key, or of an account, or of a key that was refused. */
const rowsAbout = (what: "account" | "key" | "refused key") =>
	readRows<Row>(import.meta.url, "balance.tsv").filter(([asked]) => asked === what);
const behaviourOf = ([, , status, body]: Row): Behaviour =>
	status === "lost"
		? loseAnswer
		: (response) =>
				response
					.writeHead(Number(status), {
						"content-type": body.startsWith("{") ? "application/json" : "text/html",
						...(status === "302" && { location: "/login" }),
					})
					.end(body);
const parse = (expected: string): unknown => (expected === "" ? undefined : JSON.parse(expected));
const ownToken = () => ({
	baseUrl: fixture.upstream.baseUrl,
	apiKey: speechKey,
	topupToken: "own",
	topupUserId: "7",
});

test.each(rowsAbout("key"))("asked about the %s, Herald reads the balance from %s", async (...row) => {
	fixture.upstream.behave(behaviourOf(row));
	expect(await fixture.start().credit.balances.read(never)).toEqual(parse(row[4]));
	expect(fixture.upstream.requests).toHaveLength(1);
	expect(fixture.upstream.requests[0]).toMatchObject({
		path: "/api/usage/token/",
		headers: { authorization: `Bearer ${speechKey}` },
	});
});

test.each(rowsAbout("account"))("asked about the %s, Herald reads the balance from %s", async (...row) => {
	fixture.upstream.behave(behaviourOf(row));
	expect(await fixture.start({ account: ownToken() }).credit.balances.read(never)).toEqual(parse(row[4]));
	expect(fixture.upstream.requests[0]).toMatchObject({
		path: "/api/user/self",
		headers: { authorization: "Bearer own", "new-api-user": "7" },
	});
});

test("a balance is requested once a minute, even for many members at once of whom one leaves, and anew after a redemption", async () => {
	const { held, behave } = hold();
	fixture.upstream.behave(behave(left()));
	const claims: string[] = [];
	const { credit, redeem } = fixture.start({}, (store) =>
		slowStore(store, async (call) => call.endsWith("takeBalance") && claims.push(call)),
	);
	const leaving = new AbortController();
	const gone = credit.balances.read(leaving.signal);
	const all = Promise.all([credit.balances.read(never), credit.balances.read(never)]);
	await expect.poll(() => held.length).toBe(1);
	// One call of the store, once each way.
	expect(claims).toHaveLength(2);
	leaving.abort(new Error("left"));
	await expect(gone).rejects.toThrow("left");
	fixture.pass(1);
	fixture.upstream.behave(byPath(succeed(5), left(8)));
	await redeem("code");
	await credit.balances.read(never);
	expect(fixture.upstream.requests.map(({ path }) => path)).toEqual(["/api/user/topup", "/api/usage/token/"]);
	held[0]?.();
	expect(await all).toEqual(Array(2).fill({ of: "key", units: 7 }));
	expect(await credit.balances.read(never)).toEqual({ of: "key", units: 8 });
	expect(fixture.upstream.requests).toHaveLength(2);
	fixture.pass(minute);
	await credit.balances.read(never);
	expect(fixture.upstream.requests).toHaveLength(3);
	fixture.upstream.behave(byPath(refuse("no"), left()));
	await redeem("refused");
	await credit.balances.read(never);
	expect(fixture.upstream.requests).toHaveLength(1);
});

test("accounts' balances don't count as limited requests, and leave all of them for codes", async () => {
	fixture.upstream.behave(byPath(succeed(5), self({ quota: 7 })));
	const { credit, redeem } = fixture.start({ account: ownToken() });
	for (let n = 0; n < 8; n += 1) {
		expect(await credit.balances.read(never)).toEqual({ of: "account", units: 7 });
		fixture.pass(minute);
	}
	for (let n = 0; n < 18; n += 1)
		expect(await redeem(`${n}`, `${n}`, `${n}`)).toMatchObject({ kind: "redeemed" });
	expect(await redeem("more", "99", "99")).toMatchObject({ kind: "too_fast", why: "service" });
	expect(await credit.balances.read(never)).toEqual({ of: "account", units: 7 });
});

test("accounts' balances are shown at a bounded rate, as all of a service's requests are limited", async () => {
	fixture.upstream.behave(self({ quota: 7 }));
	const { credit } = fixture.start({ account: ownToken(), hasOthers: true });
	const show = (n: number) => credit.balances.read(never, { ...ownToken(), topupToken: `${n}` });
	for (let n = 0; n < 30; n += 1) expect(await show(n)).toEqual({ of: "account", units: 7 });
	expect(await show(30)).toBeUndefined();
	fixture.pass(3 * minute);
	expect(await show(30)).toEqual({ of: "account", units: 7 });
});

test.each([
	["account", "three minutes if the answer doesn't say how long", {}, 3 * minute],
	["key", "twenty minutes if the answer doesn't say how long", {}, 20 * minute],
	["account", "as long as the answer says", { "retry-after": "70" }, 70_000],
])("if the balance of the %s gets a 429, it is left alone for %s", async (of, _, headers, ms) => {
	fixture.upstream.behave((response) => response.writeHead(429, headers).end());
	const { credit, redeem } = fixture.start(of === "account" ? { account: ownToken() } : {});
	expect(await credit.balances.read(never)).toBeUndefined();
	const retryAt = fixture.now() + ms;
	expect(await redeem("code")).toEqual({ kind: "too_fast", why: "service", retryAt });
	fixture.pass(ms);
	fixture.upstream.behave(self({ quota: 7, total_available: 7 }));
	expect(await credit.balances.read(never)).toEqual({ of, units: 7 });
});

test.each(rowsAbout("refused key"))(
	"a %s that %s is examined once more, whatever its last known balance",
	async (...row) => {
		const { credit } = fixture.start({ account: ownToken() });
		const key = { baseUrl: fixture.upstream.baseUrl, apiKey: speechKey };
		fixture.upstream.behave(usage({ total_available: 5 }));
		await credit.balances.read(never, key);
		fixture.upstream.behave(behaviourOf(row));
		expect(await credit.balances.examineKey(ownToken())).toBe(row[4] || undefined);
		expect(fixture.upstream.requests).toMatchObject([
			{ path: "/api/usage/token/", headers: { authorization: `Bearer ${speechKey}` } },
		]);
	},
);

test("a bare service or Google isn't asked for a balance", async () => {
	const { balances } = fixture.start().credit;
	const bare = { ...ownToken(), bare: true };
	const google = { ...bare, baseUrl: "https://generativelanguage.googleapis.com" };
	expect(await balances.read(never, bare)).toBeUndefined();
	expect(await balances.examineKey(bare)).toBeUndefined();
	expect(await balances.examineKey(google)).toBe("refused");
	expect(fixture.upstream.requests).toEqual([]);
});

test("a service that doesn't answer shows no balance", async () => {
	fixture.upstream.behave(() => {});
	expect(await fixture.start({ timeouts: { balanceMs: 50 } }).credit.balances.read(never)).toEqual({
		of: "key",
		trouble: "fault",
	});
});

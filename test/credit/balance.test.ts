import { afterEach, beforeEach, expect, test } from "vitest";
import { type Behaviour, sendJson } from "../support/upstream.ts";
import { type Fixture, hold, loseAnswer, never, speechKey, startFixture } from "./fixture.ts";

let fixture: Fixture;
beforeEach(async () => {
	fixture = await startFixture();
});
afterEach(() => fixture.stop());

const minute = 60_000;
const usage =
	(data: unknown): Behaviour =>
	(response) =>
		sendJson(response, 200, { code: true, message: "ok", data });
const self =
	(data: unknown): Behaviour =>
	(response) =>
		sendJson(response, 200, { success: true, message: "", data });
const left = usage({
	total_granted: 9,
	total_used: 2,
	total_available: 7,
	unlimited_quota: false,
	expires_at: 0,
});

test.each<[string, Behaviour, unknown]>([
	["a key's quota", left, { of: "key", units: 7 }],
	["a key's quota as text", usage({ total_available: "7" }), { of: "key", units: 7 }],
	["a key below zero", usage({ total_available: -3 }), { of: "key", units: -3 }],
	[
		"a key without a limit",
		usage({ total_available: 0, unlimited_quota: true }),
		{ of: "key", unlimited: true },
	],
	["an answer without an amount", usage({}), undefined],
	["a service without balances", (response) => response.writeHead(404).end("<h1>Not found</h1>"), undefined],
	["a page for 200", (response) => response.end("<h1>Hello</h1>"), undefined],
	["a redirect", (response) => response.writeHead(302, { location: "/login" }).end(), undefined],
	["a lost answer", loseAnswer, undefined],
])("with the speech key, %s is read as it is", async (_, behaviour, expected) => {
	fixture.upstream.behave(behaviour);
	expect(await fixture.start().credit.balances.read(never)).toEqual(expected);
	expect(fixture.upstream.requests).toHaveLength(1);
	expect(fixture.upstream.requests[0]).toMatchObject({
		path: "/api/usage/token/",
		headers: { authorization: `Bearer ${speechKey}` },
	});
});

test.each<[string, Behaviour, unknown]>([
	["the account's quota", self({ id: 7, quota: 1_500_000 }), { of: "account", units: 1_500_000 }],
	["an account in debt", self({ quota: -20 }), { of: "account", units: -20 }],
	[
		"a refusal",
		(response) => sendJson(response, 200, { success: false, message: "无权进行此操作" }),
		{ of: "account", isRefused: true },
	],
])("with the account's own token, %s is read as it is", async (_, behaviour, expected) => {
	fixture.upstream.behave(behaviour);
	const account = {
		baseUrl: fixture.upstream.baseUrl,
		apiKey: speechKey,
		topupToken: "own",
		topupUserId: "7",
	};
	expect(await fixture.start({ account }).credit.balances.read(never)).toEqual(expected);
	expect(fixture.upstream.requests[0]).toMatchObject({
		path: "/api/user/self",
		headers: { authorization: "Bearer own", "new-api-user": "7" },
	});
});

test("a balance is asked for once a minute, also by many at once, and anew after a redemption", async () => {
	const { held, behave } = hold();
	fixture.upstream.behave(behave(left));
	const { credit, redeem } = fixture.start();
	const all = Promise.all([credit.balances.read(never), credit.balances.read(never)]);
	await expect.poll(() => held.length).toBe(1);
	held[0]?.();
	expect(await all).toEqual([
		{ of: "key", units: 7 },
		{ of: "key", units: 7 },
	]);
	fixture.upstream.behave((response, attempt, request) =>
		request.path === "/api/user/topup"
			? sendJson(response, 200, { success: true, data: 5 })
			: left(response, attempt, request),
	);
	await credit.balances.read(never);
	expect(fixture.upstream.requests).toHaveLength(0);
	await redeem("code");
	await credit.balances.read(never);
	expect(fixture.upstream.requests.map(({ path }) => path)).toEqual(["/api/user/topup", "/api/usage/token/"]);
	fixture.pass(minute);
	await credit.balances.read(never);
	expect(fixture.upstream.requests).toHaveLength(3);
});

test("balances take no more than a third of the limited requests", async () => {
	fixture.upstream.behave(left);
	const { credit } = fixture.start();
	for (let n = 0; n < 6; n += 1) {
		expect(await credit.balances.read(never)).toBeDefined();
		fixture.pass(minute);
	}
	expect(await credit.balances.read(never)).toBeUndefined();
	expect(fixture.upstream.requests).toHaveLength(6);
});

test("one who leaves waits no longer, and the others have their balance", async () => {
	const { held, behave } = hold();
	fixture.upstream.behave(behave(left));
	const { credit } = fixture.start();
	const leaving = new AbortController();
	const gone = credit.balances.read(leaving.signal);
	const stayed = credit.balances.read(never);
	await expect.poll(() => held.length).toBe(1);
	leaving.abort(new Error("left"));
	await expect(gone).rejects.toThrow("left");
	held[0]?.();
	expect(await stayed).toEqual({ of: "key", units: 7 });
});

test("a service that doesn't answer shows no balance", async () => {
	fixture.upstream.behave(() => {});
	expect(await fixture.start({ timeouts: { balanceMs: 50 } }).credit.balances.read(never)).toBeUndefined();
});

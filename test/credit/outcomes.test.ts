import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import type { Redemption } from "../../src/credit/redemption.ts";
import { ofGuild } from "../../src/shared/party.ts";
import { openPort } from "../support/listen.ts";
import { type Behaviour, sendJson } from "../support/upstream.ts";
import { loseAnswer, refuse, speechKey, succeed, useFixture } from "./fixture.ts";

const fixture = useFixture();

const json =
	(status: number, body: unknown, headers: Record<string, string> = {}): Behaviour =>
	(response) =>
		sendJson(response, status, body, headers);
const page =
	(status: number, headers: Record<string, string> = {}): Behaviour =>
	(response) =>
		response.writeHead(status, { "content-type": "text/html", ...headers }).end("<h1>Something</h1>");

const rejected = { kind: "refused", reason: "rejected" } as const;
const used = { kind: "refused", reason: "used" } as const;
const expired = { kind: "refused", reason: "expired" } as const;
const unknownCode = { kind: "refused", reason: "unknown_code" } as const;
const lost = { kind: "unknown", why: "lost" } as const;
const unclear = { kind: "unknown", why: "unclear" } as const;
const unauthorized = { kind: "unauthorized" } as const;
const notServed = { kind: "unavailable", why: "not_served" } as const;

const rows: [string, Behaviour, Redemption | ((now: number) => Redemption)][] = [
	["success with an amount", succeed(500_000), { kind: "redeemed", units: 500_000 }],
	["success with an amount as text", succeed("1000000"), { kind: "redeemed", units: 1_000_000 }],
	["success without an amount", json(200, { success: true }), { kind: "redeemed" }],
	["success with an amount of null", succeed(null), { kind: "redeemed" }],
	["success with an amount that is none", succeed({ quota: 5 }), { kind: "redeemed" }],
	["success with a negative amount", succeed(-5), { kind: "redeemed" }],
	["success with another status", json(201, { success: true, data: 7 }), { kind: "redeemed", units: 7 }],

	["a JSON parser's text", refuse("invalid character 'x' looking for beginning of value"), rejected],
	["an empty key (older)", refuse("未提供兑换码"), rejected],
	["a text that nobody knows", refuse("Computer says no"), rejected],
	["a failure without a message", json(200, { success: false }), rejected],
	["a message that is no text", json(200, { success: false, message: { a: 1 } }), rejected],
	["a used code in English", refuse("This code has already been used"), used],
	["a used code in German", refuse("Der Code wurde bereits eingelöst"), used],
	[
		"a failure with a status of its own",
		json(404, { success: false, message: "code not found" }),
		unknownCode,
	],
	["bad JSON (newest)", json(400, { success: false, message: "Invalid request" }), rejected],
	["a 400 in another shape", json(400, { error: { message: "no", type: "invalid_request" } }), rejected],

	["no Authorization (older)", json(401, { success: false, message: "未登录" }), unauthorized],
	[
		"no New-Api-User",
		json(401, { success: false, message: "无权进行此操作，未提供 New-Api-User" }),
		unauthorized,
	],
	[
		"a mismatched New-Api-User",
		json(401, { success: false, message: "New-Api-User 与登录用户不匹配" }),
		unauthorized,
	],
	["too low a role (older)", refuse("权限不足"), unauthorized],
	[
		"a code of authentication with 200",
		json(200, { success: false, message: "Denied", code: "AUTH_UNAUTHORIZED" }),
		unauthorized,
	],
	["an expired access token in words", refuse("Access token expired"), unauthorized],
	["a firewall's page", page(403), unauthorized],

	[
		"an empty 429",
		(response) => response.writeHead(429).end(),
		(now) => ({ kind: "rate_limited", retryAt: now + 20 * 60_000 }),
	],
	[
		"a 429 with Retry-After",
		(response) => response.writeHead(429, { "retry-after": "90" }).end(),
		(now) => ({ kind: "rate_limited", retryAt: now + 90_000 }),
	],
	[
		"a 429 that wants years",
		json(429, {}, { "retry-after": "999999999" }),
		(now) => ({ kind: "rate_limited", retryAt: now + 86_400_000 }),
	],

	[
		"a wrong base_url that says so",
		json(404, { error: { message: "Invalid URL (POST /api/user/topup)", type: "invalid_request_error" } }),
		notServed,
	],
	["a page for 404", page(404), notServed],
	["a method that isn't served", page(405), notServed],
	["a redirect", page(301, { location: "https://example.com/" }), notServed],
	["a redirect after the work", page(303, { location: "/done" }), lost],
	["a page for 200", page(200), unclear],
	["an empty 200", (response) => response.end(), unclear],
	["JSON of another shape", json(200, { ok: true, data: 500_000 }), unclear],
	["a message of success alone", json(200, { message: "success" }), unclear],
	["success as another word", json(200, { success: "yes" }), unclear],
	["success as a number", json(200, { success: 1, data: 5 }), { kind: "redeemed", units: 5 }],
	["success as a word", json(200, { success: "true", data: 5 }), { kind: "redeemed", units: 5 }],
	["failure as a number", json(200, { success: 0 }), rejected],
	["failure as a word", json(200, { success: "false" }), rejected],
	["success with a status that isn't", json(404, { success: true, data: 5 }), unclear],
	["a used code with 403", json(403, { error: "already used" }), used],
	["a code that is gone", json(410, { error: "gone" }), rejected],
	["an expired code with 410", json(410, { message: "Code expired" }), expired],
	["an unknown code with 404", json(404, { error: "Code not found" }), unknownCode],
	["a code that may be in progress", refuse("This code is being redeemed: in progress"), unclear],
	["a proxy's page for 502", page(502), lost],
	["an overloaded service", page(503), lost],
	["a proxy that gave up waiting", page(504), lost],
	["a CDN that gave up waiting", page(524), lost],
	["a request timeout", page(408), lost],
	["a proxy whose client seemed to be gone", page(499), lost],
	["a connection cut before the answer", loseAnswer, lost],
	[
		"a success cut in its middle",
		(response) => {
			response.writeHead(200, { "content-length": "60" });
			response.write('{"success":true,"message":"","da', () => response.socket?.destroy());
		},
		lost,
	],
	[
		"a refusal cut in its middle",
		(response) => {
			response.writeHead(401, { "content-length": "60" });
			response.write('{"success":false', () => response.socket?.destroy());
		},
		unauthorized,
	],
	[
		"a page for 300 cut in its middle",
		(response) => {
			response.writeHead(300, { "content-length": "60" });
			response.write("<h1>", () => response.socket?.destroy());
		},
		notServed,
	],
	["a body beyond 64 KiB", succeed("1".repeat(70_000)), unclear],
];
/** Answers that only the timeout ends. */
const endless: typeof rows = [
	["an answer that never comes", () => {}, lost],
	["a body that never ends", (response) => response.writeHead(200).write("{"), lost],
];

describe("one request is sent, and the outcome is right for", () => {
	test.each([
		...rows.map((row) => [...row, 60_000] as const),
		...endless.map((row) => [...row, 2_000] as const),
	])("%s", async (_, behaviour, expected, topupMs) => {
		fixture.upstream.behave(behaviour);
		const { redeem, journal, credit } = fixture.start({ timeouts: { topupMs, backoffMs: 1 } });
		const wanted = typeof expected === "function" ? expected(fixture.now()) : expected;
		expect(await redeem("REDEEM123456")).toEqual(wanted);
		expect(fixture.upstream.requests).toHaveLength(1);
		const [row] = await journal.list(ofGuild("100"), 10);
		expect(row).toMatchObject({
			userId: "1",
			outcome: wanted.kind,
			units: wanted.kind === "redeemed" ? (wanted.units ?? null) : null,
			reason: ("reason" in wanted && wanted.reason) || ("why" in wanted && wanted.why) || null,
		});
		// These outcomes weren't shown to a member, so those that concern the code are kept to be told later.
		const untold = await credit.listUnanswered({ party: ofGuild("100"), userId: "1" });
		const isKept = ["redeemed", "refused", "unknown"].includes(wanted.kind);
		expect(untold.map(({ redemption }) => redemption)).toEqual(isKept ? [wanted] : []);
	});
});

describe("the request", () => {
	const embedded = () => ({ baseUrl: fixture.upstream.baseUrl, apiKey: speechKey, identity: "embedded" });

	test("has the interface's form: the code without spaces around it, with the speech key", async () => {
		await fixture.start().redeem("  Abc-def 123\n");
		const [request] = fixture.upstream.requests;
		expect(request).toMatchObject({ path: "/api/user/topup", body: '{"key":"Abc-def 123"}' });
		expect(request?.headers).toMatchObject({
			authorization: `Bearer ${speechKey}`,
			"content-type": "application/json",
			"content-length": "21",
			connection: "close",
		});
		expect(request?.headers["new-api-user"]).toBeUndefined();
		expect(request?.headers["accept-encoding"]).toBe("identity");
	});

	test("uses the account's own token and user id if they are set", async () => {
		const account = {
			baseUrl: fixture.upstream.baseUrl,
			apiKey: speechKey,
			topupToken: "own",
			topupUserId: "7",
		};
		await fixture.start({ account }).redeem("REDEEM123456");
		expect(fixture.upstream.requests[0]?.headers).toMatchObject({
			authorization: "Bearer own",
			"new-api-user": "7",
		});
	});

	test("sends a code of the embedded service in its canonical form, however it was typed", async () => {
		const { redeem } = fixture.start({ account: embedded() });
		await redeem("hrld 0000 0000 0000 0000 0000 0000 ooo1 l");
		expect(fixture.upstream.requests[0]?.body).toBe('{"key":"HRLD-0000-0000-0000-0000-0000-0000-0001-1"}');
	});

	test.each([
		"hrld 0000 0000 0000 0000 0000 0000 ooo1 l",
		"HRLD-0000-0000-0000-0000-0000-0000-0001-2",
		"two  words",
		"ключ 鍵",
		"x".repeat(200),
	])("sends %j unchanged to any other service", async (code) => {
		expect(await fixture.start().redeem(` ${code}`)).toMatchObject({ kind: "redeemed" });
		expect(JSON.parse(fixture.upstream.requests[0]?.body ?? "")).toEqual({ key: code });
	});

	test.each([
		["HRLD-0000-0000-0000-0000-0000-0000-0001-2", true],
		["", false],
		["  ", false],
		["x".repeat(201), false],
	])("isn't sent for %j, which can't be a code", async (code, isEmbedded) => {
		const { redeem, outcomes } = fixture.start(isEmbedded ? { account: embedded() } : {});
		expect(await redeem(code)).toEqual({ kind: "mistyped" });
		expect(fixture.upstream.requests).toHaveLength(0);
		expect(await outcomes()).toEqual([]);
	});
});

describe("a request that couldn't be sent", () => {
	test("is tried on three connections, each offering HTTP/1.1 alone, and called not redeemed", async () => {
		const hellos: string[] = [];
		// Over https, a connection that ends during its handshake has carried no request, so Herald may try again.
		const server = createServer((socket) => {
			socket.on("error", () => {});
			socket.once("data", (hello) => {
				hellos.push(hello.toString("latin1"));
				socket.destroy();
			});
		});
		const baseUrl = `https://127.0.0.1:${await openPort(server)}`;
		const { redeem, outcomes } = fixture.start({ account: { baseUrl, apiKey: speechKey } });
		expect(await redeem("REDEEM123456")).toEqual({ kind: "unavailable", why: "unreachable" });
		// The protocols that the handshake offers: HTTP/1.1 alone. Before the name are the lengths of the list and of
		// the name.
		const offer = expect.stringContaining("\0\x09\x08http/1.1");
		expect(hellos).toEqual([offer, offer, offer]);
		expect(await outcomes()).toEqual(["unavailable"]);
	});

	test("is redeemed once the service can be reached again", async () => {
		const reserved = createServer();
		const port = await openPort(reserved);
		reserved.close();
		await once(reserved, "close");
		let requests = 0;
		const server = createHttpServer((_, response) => {
			requests += 1;
			sendJson(response, 200, { success: true, data: 5 });
		});
		let failures = 0;
		const comeBack = () => {
			failures += 1;
			if (failures === 1) server.listen(port, "127.0.0.1");
		};
		subscribe("undici:client:connectError", comeBack);
		const { redeem } = fixture.start({
			account: { baseUrl: `http://127.0.0.1:${port}`, apiKey: speechKey },
			timeouts: { backoffMs: 100 },
		});
		expect(await redeem("REDEEM123456")).toEqual({ kind: "redeemed", units: 5 });
		unsubscribe("undici:client:connectError", comeBack);
		expect(failures).toBeGreaterThan(0);
		expect(requests).toBe(1);
		server.close();
	});

	test("ends with its caller, who is told that it wasn't sent", async () => {
		const server = createServer((socket) => socket.on("error", () => {}));
		const baseUrl = `https://127.0.0.1:${await openPort(server)}`;
		const { redeem, outcomes } = fixture.start({
			account: { baseUrl, apiKey: speechKey },
			timeouts: { connectMs: 300 },
		});
		const leaving = new AbortController();
		const redemption = redeem("REDEEM123456", "1", "100", leaving.signal);
		const [socket] = await once(server, "connection");
		leaving.abort(new Error("left"));
		await expect(redemption).rejects.toThrow("left");
		expect(await outcomes()).toEqual(["unavailable"]);
		socket.destroy();
	});
});

test("a caller that leaves after the request was sent still gets its outcome", async () => {
	const leaving = new AbortController();
	fixture.upstream.behave((response) => {
		leaving.abort(new Error("left"));
		sendJson(response, 200, { success: true, data: 5 });
	});
	const { redeem, outcomes } = fixture.start();
	expect(await redeem("REDEEM123456", "1", "100", leaving.signal)).toEqual({ kind: "redeemed", units: 5 });
	expect(await outcomes()).toEqual(["redeemed"]);
});

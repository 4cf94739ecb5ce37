import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { correlate, correlationId } from "../../src/shared/correlation.ts";
import { openPort } from "../support/listen.ts";
import { sendJson } from "../support/upstream.ts";
import { speechKey, useFixture } from "./fixture.ts";

const fixture = useFixture();

describe("the request", () => {
	const embedded = () => ({ baseUrl: fixture.upstream.baseUrl, apiKey: speechKey, identity: "embedded" });

	test("has the interface's form: the code without spaces around it, with the speech key", async () => {
		const { redeem } = fixture.start();
		const bare = fixture.start({ account: { ...embedded(), bare: true } });
		const id = await correlate(async () => {
			await redeem("  Abc-def 123\n");
			await bare.redeem("another");
			return correlationId();
		});
		const [request] = fixture.upstream.requests;
		expect(request).toMatchObject({ path: "/api/user/topup", body: '{"key":"Abc-def 123"}' });
		expect(request?.headers).toMatchObject({
			authorization: `Bearer ${speechKey}`,
			"content-type": "application/json",
			"content-length": "21",
			"x-request-id": id,
			connection: "close",
		});
		expect(request?.headers["new-api-user"]).toBeUndefined();
		expect(fixture.upstream.requests[1]?.headers["x-request-id"]).toBeUndefined();
		expect(request?.headers["accept-encoding"]).toBe("identity");
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

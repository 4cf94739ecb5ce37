import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { createLogger } from "@herald/common/log.ts";
import { newFolder } from "@herald/common/testing/afterwards.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { startMonitoring } from "../../src/monitoring/watch-bot.ts";

/** What the address reports of. */
let bot: {
	gateway: "connecting" | "ready" | "given up";
	checkDatabase: () => Promise<void>;
	isStopping: boolean;
};
let collected: number;
let port: number;
let stop: () => Promise<void>;

const start = (host = "127.0.0.1", at = 0, dataDir?: string) =>
	startMonitoring(
		{
			...(dataDir !== undefined && { dataDir }),
			commands: ["say"],
			models: ["tts"],
			sessions: () => {
				collected += 1;
				return { ready: 1 };
			},
			gateway: () => bot.gateway,
			checkDatabase: () => bot.checkDatabase(),
			isStopping: () => bot.isStopping,
		},
		{
			host,
			names: ["Herald", "herald.monitoring.svc"],
			port: at,
			logger: createLogger("test", "info", { write: (line) => ({ port } = JSON.parse(line)) }),
		},
	);

beforeEach(async () => {
	bot = { gateway: "ready", checkDatabase: async () => {}, isStopping: false };
	collected = 0;
	stop = await start();
});
afterEach(() => stop());
const fail = () => Promise.reject(new Error("full"));

const ask = async (path: string, method = "GET") => {
	const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
	return { status: response.status, text: await response.text() };
};

test("health is good while Discord can't be reached, as a restart wouldn't help, and bad once it has given up", async () => {
	bot.gateway = "connecting";
	expect(await ask("/healthz")).toMatchObject({ status: 200 });
	bot.gateway = "given up";
	const { status, text } = await ask("/healthz");
	expect([status, JSON.parse(text)]).toEqual([503, { status: "failed", gateway: "given up" }]);
});

describe("readiness", () => {
	test.each([
		["with a gateway connection and a writable database", {}, 200, { status: "ready", gateway: "ready" }],
		["not without a gateway", { gateway: "connecting" }, 503, { gateway: "connecting" }],
		["not with a database that can't be written", { checkDatabase: fail }, 503, { database: "not writable" }],
		["not while it stops", { isStopping: true }, 503, { stopping: true }],
	] satisfies [string, Partial<typeof bot>, number, object][])(
		"is reported %s",
		async (_, change, code, told) => {
			Object.assign(bot, change);
			const { status, text } = await ask("/readyz");
			expect(status).toBe(code);
			expect(JSON.parse(text)).toEqual({
				status: "not ready",
				gateway: "ready",
				database: "writable",
				stopping: false,
				speech: { state: "not asked yet" },
				...told,
			});
		},
	);

	test("writes to the database once a second at most, however often it is asked for", async () => {
		const check = vi.fn(async () => {});
		bot.checkDatabase = check;
		vi.useFakeTimers({ toFake: ["performance"] });
		onTestFinished(() => void vi.useRealTimers());
		await Promise.all(Array.from({ length: 20 }, () => ask("/readyz")));
		expect(check).toHaveBeenCalledTimes(1);
		vi.advanceTimersByTime(1_001);
		await ask("/readyz");
		expect(check).toHaveBeenCalledTimes(2);
	});
});

describe("the operations address", () => {
	test("serves only its own paths", async () => {
		for (const path of ["/", "/metrics/", "/healthz/../etc/passwd", "//metrics", "/__proto__", "/toString"])
			expect(await ask(path), path).toEqual({ status: 404, text: "" });
		expect(await ask("/metrics", "POST")).toMatchObject({ status: 405 });
		expect(await ask("/readyz?verbose", "HEAD")).toEqual({ status: 200, text: "" });
	});

	test.each([
		[
			"its own name, an address, or one of OPERATIONS_HOSTS",
			200,
			["localhost", "127.0.0.1:9", "[::1]:9", "10.1.2.3", "herald:9464", "herald.monitoring.svc."],
		],
		["no other name", 421, ["herald.example", "localhost.example:80", "127.0.0.1.example"]],
	])("answers to %s", async (_, status, hosts) => {
		for (const host of hosts) {
			const asking = request({ port, path: "/metrics", headers: { host } }).end();
			const [{ statusCode }] = await once(asking, "response");
			expect(statusCode, host).toBe(status);
		}
	});

	test("collects metrics once at a time, for all requests that arrive meanwhile", async () => {
		const held = Promise.withResolvers<void>();
		bot.checkDatabase = () => held.promise;
		const first = ask("/metrics");
		await eventually(() => expect(collected).toBe(1));
		const others = Array.from({ length: 20 }, () => ask("/metrics"));
		// Once these later requests are answered, all of the earlier ones have arrived.
		for (let times = 0; times < 2; times += 1) await ask("/healthz");
		expect(collected).toBe(1);
		held.resolve();
		for (const { status, text } of await Promise.all([first, ...others]))
			expect([status, text]).toEqual([200, expect.stringContaining("herald_database_writable 1")]);
		expect(collected).toBe(2);
	});

	test("reports when the last backup was made only if there is something to back up", async () => {
		await stop();
		const folder = newFolder();
		stop = await start("127.0.0.1", 0, folder);
		const backups = async () =>
			(await ask("/metrics")).text.match(/^herald_last_backup_timestamp_seconds .*$/m)?.[0];
		expect(await backups()).toBeUndefined();
		// A file of keys alone is worth a backup, too.
		for (const name of ["bot.db", "accounts.secret"]) {
			writeFileSync(join(folder, name), "");
			expect(await backups(), name).toBe("herald_last_backup_timestamp_seconds 0");
			rmSync(join(folder, name));
			expect(await backups(), name).toBeUndefined();
		}
	});

	test("answers one request per connection, however many are sent at once", async () => {
		const socket = connect(port, "127.0.0.1");
		let heard = "";
		socket
			.on("error", () => {})
			.on("data", (bytes) => {
				heard += bytes;
			});
		socket.write("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(5));
		await eventually(() => expect(socket.closed).toBe(true));
		expect(heard.match(/HTTP\/1\.1 200/g)).toHaveLength(1);
		expect(collected).toBe(1);
	});

	test("answers others while clients keep connections open without completing a request, and can still close", async () => {
		const sockets = Array.from({ length: 64 }, () => connect(port, "127.0.0.1").on("error", () => {}));
		onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
		await Promise.all(sockets.map((socket) => once(socket, "connect")));
		const ended = sockets.map((socket) => once(socket.resume(), "close"));
		for (const socket of sockets) socket.write("GET /healthz HTTP/1.1\r\n");
		expect(await ask("/healthz")).toMatchObject({ status: 200 });
		await stop();
		await Promise.all(ended);
	});

	test.each([
		[
			"a port that is taken",
			() => start("127.0.0.1", port),
			/^OPERATIONS_PORT \d+ is in use by another program/,
		],
		["another machine's address", () => start("192.0.2.1"), /^OPERATIONS_HOST must be one of this machine's/],
	])("explains %s in a sentence", async (_, begin, sentence) => {
		await expect(begin()).rejects.toThrow(sentence);
	});
});

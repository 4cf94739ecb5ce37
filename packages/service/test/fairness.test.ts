import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { eventually } from "@herald/common/testing/eventually.ts";
import { afterEach, expect, test, vi } from "vitest";
import { addKey, createAccount } from "../src/accounts/accounts.ts";
import type { Engine } from "../src/engine/engine.ts";
import {
	ask,
	askApi,
	type HeldService,
	holdEngine,
	keepLog,
	newModel,
	openServiceWith,
	topUp,
	writeBody,
} from "./open-service.ts";

let service: HeldService;
const sockets: Socket[] = [];
afterEach(async () => {
	for (const socket of sockets.splice(0)) socket.destroy();
	await service.close();
});

const addAccount = (name: string) => {
	const id = createAccount(service.database, name, undefined);
	return { ...service, key: addKey(service.database, id, "first") };
};

test("an account that fills the waiting room takes no other account's turn", async () => {
	const { held, engine } = holdEngine();
	service = await openServiceWith(engine);
	const greedy = addAccount("greedy");
	const leaving = new AbortController();
	const statuses: number[] = [];
	const flood = Array.from({ length: 150 }, async () => {
		statuses.push((await ask(greedy, writeBody("More."), { signal: leaving.signal })).status);
	});
	await eventually(() => expect(statuses.length).toBe(150 - held.length - 64));
	expect(new Set(statuses)).toEqual(new Set([429]));

	// One turn is always left for another account. That account's waiting texts take places of the greedy account's
	// texts.
	const modest = addAccount("modest");
	const answers = ["one", "two"].map((text) => ask(modest, writeBody(text)));
	await eventually(() => expect(held.map(({ text }) => text)).toContain("one"));
	held.find(({ text }) => text === "one")?.finish();
	await eventually(() => expect(held.map(({ text }) => text)).toContain("two"));
	held.find(({ text }) => text === "two")?.finish();
	expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
	leaving.abort();
	await Promise.allSettled(flood);
});

/** The size of an answer's sound: far more than the system's socket buffers hold. */
const soundBytes = 16 * 1024 * 1024;
const longSpeech: Pick<Engine, "speak"> = {
	speak: async () => ({ samples: new Int16Array(soundBytes / 2), complete: true, voices: [] }),
};

/** Requests an answer, and reads only its first bytes. */
const leaveUnread = async (
	{ origin, key }: Pick<HeldService, "origin" | "key">,
	action = "generateContent",
) => {
	const body = JSON.stringify(writeBody("A long one."));
	const socket = connect(Number(new URL(origin).port), "127.0.0.1");
	sockets.push(socket);
	socket.on("error", () => {});
	socket.write(
		`POST /v1/models/${newModel}:${action} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
	);
	await once(socket, "readable");
	return socket;
};

const countOpen = () =>
	new Promise<number>((resolve, reject) =>
		service.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
	);

test.each(["generateContent", "streamGenerateContent?alt=sse"])(
	"a client that takes nothing of its answer is hung up on: %s",
	async (action) => {
		const engine: Pick<Engine, "speak"> = {
			speak: async (_utterances, _seconds, _signal, { take } = {}) => {
				const samples = new Int16Array(soundBytes / 2);
				await take?.(samples, "flite/slt");
				return { samples, complete: true, voices: [] };
			},
		};
		service = await openServiceWith(engine, { patience: { unreadMs: 300, heldMaxBytes: 10 * soundBytes } });
		await leaveUnread(service, action);
		await eventually(async () => expect(await countOpen()).toBe(0));
	},
);

test("answers that nobody reads take only so much room, and of it the others' last", async () => {
	service = await openServiceWith(longSpeech, {
		patience: { unreadMs: 60_000, heldMaxBytes: 3 * soundBytes + 1_000 },
	});
	const modest = addAccount("modest");
	await leaveUnread(modest);
	for (let i = 0; i < 6; i += 1) await leaveUnread(service);
	await eventually(async () => expect(await countOpen()).toBe(3));
	const answer = await ask(modest, writeBody("Now read."), {
		headers: { authorization: `Bearer ${modest.key}`, connection: "close" },
	});
	expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(soundBytes);
});

/** An engine that makes this many seconds of sound at once, in pieces of a second; of the text "Now.", one second. */
const speakPieces = (seconds: number): Pick<Engine, "speak"> => ({
	speak: async (utterances, _seconds, signal, { take } = {}) => {
		const pieces = utterances[0]?.text === "Now." ? 1 : seconds;
		for (let n = 0; n < pieces; n += 1) {
			signal.throwIfAborted();
			await take?.(new Int16Array(24_000), "flite/slt");
		}
		return { samples: new Int16Array(24_000 * pieces), complete: true, voices: [] };
	},
});

test("streams that are read slowly take no turns of others", async () => {
	service = await openServiceWith(speakPieces(100), {
		patience: { unreadMs: 600_000, heldMaxBytes: 1_000_000_000 },
	});
	for (const each of [service, addAccount("another")])
		for (let n = 0; n < 3; n += 1) await leaveUnread(each, "streamGenerateContent?alt=sse");
	expect((await ask(addAccount("modest"), writeBody("Now."))).status).toBe(200);
});

test("streams that nobody reads take only so much room", async () => {
	service = await openServiceWith(speakPieces(100), {
		patience: { unreadMs: 600_000, heldMaxBytes: 10_000_000 },
	});
	for (let n = 0; n < 3; n += 1) await leaveUnread(service, "streamGenerateContent?alt=sse");
	await eventually(async () => expect(await countOpen()).toBeLessThan(3));
});

/** Opens `count` connections, and writes `written` to each. */
const openMany = (count: number, written: string) =>
	Promise.all(
		Array.from({ length: count }, async () => {
			const socket = connect(Number(new URL(service.origin).port), "127.0.0.1");
			sockets.push(socket);
			socket.on("error", () => {});
			await once(socket, "connect");
			socket.resume().write(written);
			return socket;
		}),
	);

/** @returns how many of the test's connections are still open */
const countKept = () => sockets.filter(({ destroyed }) => !destroyed).length;

test("requests that don't end take only so much room, and of it the others' last", async () => {
	const { held, engine } = holdEngine();
	service = await openServiceWith(engine);
	const modest = addAccount("modest");
	const body = JSON.stringify(writeBody("A slow one."));
	const head = (key: string, length: number) =>
		`POST /v1/models/${newModel}:generateContent HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${length}\r\n\r\n`;
	const received = once(service.server, "request");
	const [slow] = await openMany(1, head(modest.key, body.length));
	await received;
	await openMany(400, `${head(service.key, 64 * 1024)}{`);
	await openMany(100, "");
	await eventually(() => expect(countKept()).toBeLessThanOrEqual(256));
	slow?.write(body);
	await eventually(() => expect(held.map(({ text }) => text)).toEqual(["A slow one."]));
	held[0]?.finish();
});

test("connections without a request make room for others", async () => {
	service = await openServiceWith();
	await openMany(400, "POST /v1/models HTTP/1.1\r\nHost:");
	await eventually(() => expect(countKept()).toBeLessThanOrEqual(256));
	expect((await ask(service, writeBody("Hello."))).status).toBe(200);
});

test.each([
	["without a key", () => ""],
	["of one account", ({ key }: HeldService) => `Authorization: Bearer ${key}\r\n`],
])("requests %s whose body doesn't come make room for others, as if they were none", async (_, authorize) => {
	service = await openServiceWith();
	let received = 0;
	service.server.on("request", () => {
		received += 1;
	});
	const head = `POST /v1/models/${newModel}:generateContent HTTP/1.1\r\nHost: a\r\n${authorize(service)}`;
	for (const count of [200, 400]) {
		await openMany(200, `${head}Content-Length: 9\r\n\r\n`);
		await eventually(() => expect(received + sockets.length - countKept()).toBeGreaterThanOrEqual(count));
	}
	await eventually(() => expect(countKept()).toBeLessThanOrEqual(256));
	expect((await ask(addAccount("modest"), writeBody("Hello."))).status).toBe(200);
});

test.each(["GET /openapi.json", "GET /v1/models", "POST /elsewhere", "GET /api/user/self"])(
	"of what a connection asks for at once, no more begins than is read: %s",
	async (line) => {
		const { lines: begun, logger } = keepLog("info");
		service = await openServiceWith(undefined, { logger });
		const [socket] = await openMany(
			1,
			`${line} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}`.repeat(1_000),
		);
		await eventually(() => expect(socket?.closed).toBe(true));
		expect((await ask(service, writeBody("Hello."))).status).toBe(200);
		expect(begun.length).toBeLessThan(10);
	},
);

test("a client that reads nothing is hung up on, whatever it asks for", async () => {
	service = await openServiceWith(undefined, { patience: { unreadMs: 300, heldMaxBytes: 10 * soundBytes } });
	let answered = 0;
	service.server.on("request", (_request, response) =>
		response.once("close", () => {
			answered += 1;
		}),
	);
	const accepted = once(service.server, "connection");
	const [client] = await openMany(1, "");
	const [connection] = (await accepted) as [Socket];
	client?.pause();
	// The answers are together far larger than the system's socket buffers.
	for (let n = 0; n < 2_000 && !connection.closed; n += 1) {
		client?.write("GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n");
		await eventually(() => expect(answered > n || connection.closed).toBe(true), 5);
	}
	expect(connection.closed).toBe(true);
});

test("no request reads a table of the database from one end to the other", async () => {
	service = await openServiceWith();
	const statements = vi.spyOn(service.database, "prepare");
	for (const each of [service, { ...service, key: "sk-wrong" }]) {
		await ask(each, writeBody("Hello."));
		await askApi(each, "/api/user/self");
		await topUp(each, "HRLD-0000");
	}
	const read = statements.mock.calls.map(([sql]) => sql);
	statements.mockRestore();
	expect(read.some((sql) => sql.includes("api_keys"))).toBe(true);
	// `simulated_trouble` may be scanned, because it has at most one row.
	for (const sql of new Set(read.filter((each) => /^\s*SELECT/i.test(each)))) {
		const plan = service.database.prepare(`EXPLAIN QUERY PLAN ${sql.replace(/\?|:\w+|@\w+/g, "1")}`).all();
		expect(JSON.stringify(plan), sql).not.toMatch(/"SCAN (?!CONSTANT|simulated_trouble)/);
	}
});

import { once } from "node:events";
import { eventually } from "@herald/common/testing/eventually.ts";
import { expect, test, vi } from "vitest";
import type { Engine } from "../src/engine/engine.ts";
import {
	addAccount,
	ask,
	askApi,
	type HeldService,
	holdEngine,
	newModel,
	openRaw,
	openServiceWith,
	speechOf,
	topUp,
	writeBody,
	writeHead,
} from "./open-service.ts";

test("an account that fills the waiting room takes no other account's turn", async () => {
	const { held, engine } = holdEngine();
	const service = await openServiceWith(engine);
	const greedy = addAccount(service, "greedy");
	const leaving = new AbortController();
	const statuses: number[] = [];
	const flood = Array.from({ length: 150 }, async () =>
		statuses.push((await ask(greedy, writeBody("More."), { signal: leaving.signal })).status),
	);
	await eventually(() => expect(statuses.length).toBe(150 - held.length - 64));
	expect(new Set(statuses)).toEqual(new Set([429]));

	// One turn is always left for another account. That account's waiting texts take places of the greedy account's
	// texts.
	const modest = addAccount(service, "modest");
	const answers = ["one", "two"].map((text) => ask(modest, writeBody(text)));
	for (const said of ["one", "two"]) {
		await eventually(() => expect(held.map(({ text }) => text)).toContain(said));
		held.find(({ text }) => text === said)?.finish();
	}
	expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
	leaving.abort();
	await Promise.allSettled(flood);
});

/** An engine that makes a sound in pieces of `samples` at once; of the text "Now.", one piece. */
const speakPieces = (count: number, samples = 24_000): Pick<Engine, "speak"> => ({
	speak: async (utterances, _seconds, signal, { take } = {}) => {
		const pieces = utterances[0]?.text === "Now." ? 1 : count;
		for (let n = 0; n < pieces; n += 1) {
			signal.throwIfAborted();
			await take?.(new Int16Array(samples), "flite/slt");
		}
		return speechOf(pieces * samples);
	},
});
/** The size of an answer's sound: far more than the system's socket buffers hold. */
const soundBytes = 16 * 1024 * 1024;
const longSpeech = speakPieces(1, soundBytes / 2);
const stream = "streamGenerateContent?alt=sse";

const writeSpeech = (key: string, length: number, action = "generateContent") =>
	writeHead(
		`POST /v1/models/${newModel}:${action}`,
		`Authorization: Bearer ${key}`,
		`Content-Length: ${length}`,
	);

/** Requests an answer, and reads only its first bytes. */
const leaveUnread = async (service: HeldService, action?: string) => {
	const body = JSON.stringify(writeBody("A long one."));
	await once(await openRaw(service, writeSpeech(service.key, body.length, action) + body), "readable");
};

const countOpen = ({ server }: HeldService) =>
	new Promise<number>((resolve, reject) =>
		server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
	);

test.each(["generateContent", stream])("a client that reads nothing is hung up on: %s", async (action) => {
	const patience = { unreadMs: 300, heldMaxBytes: 10 * soundBytes };
	const service = await openServiceWith(longSpeech, { patience });
	await leaveUnread(service, action);
	await eventually(async () => expect(await countOpen(service)).toBe(0));
});

test("answers that nobody reads take only so much room, and of it the others' last", async () => {
	const patience = { unreadMs: 60_000, heldMaxBytes: 3 * soundBytes + 1_000 };
	const service = await openServiceWith(longSpeech, { patience });
	const modest = addAccount(service, "modest");
	await leaveUnread(modest);
	for (let i = 0; i < 6; i += 1) await leaveUnread(service);
	await eventually(async () => expect(await countOpen(service)).toBe(3));
	const headers = { authorization: `Bearer ${modest.key}`, connection: "close" };
	const answer = await ask(modest, writeBody("Now read."), { headers });
	expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(soundBytes);
});

test("streams that are read slowly take no turns of others, and those that nobody reads only so much room", async () => {
	const unreadMs = 600_000;
	const roomy = await openServiceWith(speakPieces(100), { patience: { unreadMs, heldMaxBytes: 1e9 } });
	for (const each of [roomy, addAccount(roomy, "another")])
		for (let n = 0; n < 3; n += 1) await leaveUnread(each, stream);
	expect((await ask(addAccount(roomy, "modest"), writeBody("Now."))).status).toBe(200);

	const small = await openServiceWith(speakPieces(100), { patience: { unreadMs, heldMaxBytes: 1e7 } });
	for (let n = 0; n < 3; n += 1) await leaveUnread(small, stream);
	await eventually(async () => expect(await countOpen(small)).toBeLessThan(3));
});

test("requests that don't end take only so much room, and of it the others' last", async () => {
	const { held, engine } = holdEngine();
	const service = await openServiceWith(engine);
	const modest = addAccount(service, "modest");
	const body = JSON.stringify(writeBody("A slow one."));
	const received = once(service.server, "request");
	const slow = await openRaw(service, writeSpeech(modest.key, body.length));
	await received;
	const openMany = (count: number, written: string) =>
		Promise.all(Array.from({ length: count }, async () => (await openRaw(service, written)).resume()));
	const others = await openMany(400, `${writeSpeech(service.key, 64 * 1024)}{`);
	others.push(...(await openMany(100, "")));
	await eventually(() =>
		expect(others.filter(({ destroyed }) => !destroyed).length).toBeLessThanOrEqual(255),
	);
	slow.write(body);
	await eventually(() => expect(held.map(({ text }) => text)).toEqual(["A slow one."]));
	held[0]?.finish();
});

test("no request reads a table of the database from one end to the other", async () => {
	const service = await openServiceWith();
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

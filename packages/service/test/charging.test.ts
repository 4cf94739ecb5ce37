import { availableParallelism } from "node:os";
import { eventually } from "@herald/common/testing/eventually.ts";
import { expect, test, vi } from "vitest";
import { findAccount, setDisabled } from "../src/accounts/accounts.ts";
import { mintCodes } from "../src/accounts/redemption-codes.ts";
import type { Engine } from "../src/engine/engine.ts";
import { OverlongPhraseError } from "../src/engine/speech-engine.ts";
import {
	ask,
	askApi,
	type HeldService,
	holdEngine,
	keepLog,
	oneSecond,
	openServiceWith,
	readBalance,
	speechOf,
	topUp,
	writeBody,
} from "./open-service.ts";

/** The price of "Hello.", in quota units: 0.5 for two prompt tokens and 75 for a second of sound, rounded up. */
const helloUnits = 76;
const hello = writeBody("Hello.");
/** How many texts of one account are spoken at once. */
const atOnce = Math.max(4, availableParallelism()) - 1;

const readUsage = async (service: HeldService) => (await askApi(service, "/api/usage/token/")).body.data;
/** Expects that the account has spent this much, and that its ledger says so. */
const expectSpent = async (service: HeldService, units: number, credit = 1_000) =>
	expect(await readBalance(service)).toEqual({ quota: credit - units, ledger: credit - units });

test("speech is charged by its tokens, and the ledger says for which request", async () => {
	const service = await openServiceWith(oneSecond, { credit: 1_000 });
	const response = await ask(service, hello);
	const { usageMetadata } = (await response.json()) as { usageMetadata: Record<string, number> };
	expect(usageMetadata).toMatchObject({ promptTokenCount: 2, candidatesTokenCount: 25 });
	expect(await readUsage(service)).toMatchObject({
		total_granted: 1_000,
		total_used: helloUnits,
		total_available: 1_000 - helloUnits,
		unlimited_quota: false,
	});
	await expectSpent(service, helloUnits);
	expect(
		service.database.prepare("SELECT units, request_id FROM ledger WHERE kind = 'speech'").all(),
	).toEqual([{ units: -helloUnits, request_id: response.headers.get("x-oneapi-request-id") }]);
});

test("while the database can't be written, nothing is spoken for nothing, and the log says so once", async () => {
	const { lines, logger } = keepLog("error");
	const service = await openServiceWith(oneSecond, { credit: 1_000, logger });
	service.database.pragma("query_only = 1");
	expect((await ask(service, hello)).status).toBe(500);
	expect((await ask(service, hello)).status).toBe(500);
	expect(lines.map((line) => JSON.parse(line))).toEqual([
		expect.objectContaining({ event: "not_stored", file: "service.db", code: "SQLITE_READONLY" }),
	]);
	service.database.pragma("query_only = 0");
	expect((await ask(service, hello)).status).toBe(200);
	await expectSpent(service, helloUnits);
});

test("an unlimited account speaks for ever and is told what it would have cost", async () => {
	const service = await openServiceWith();
	for (let i = 0; i < 3; i += 1) expect((await ask(service, hello)).status).toBe(200);
	expect(await readUsage(service)).toMatchObject({
		unlimited_quota: true,
		total_used: 3 * helloUnits,
		total_available: 0,
	});
	expect(await readBalance(service)).toEqual({ quota: 0, ledger: 0 });
});

test("who has used up the balance is refused before anything is spoken, and speaks again after a top-up", async () => {
	const engine = { speak: vi.fn(oneSecond.speak) };
	const service = await openServiceWith(engine, { credit: helloUnits + 1 });
	expect((await ask(service, hello)).status).toBe(200);
	// The last speech may cost more than is left.
	expect((await ask(service, hello)).status).toBe(200);
	expect((await readBalance(service)).quota).toBe(1 - helloUnits);

	const refused = await ask(service, hello);
	expect(refused.status).toBe(403);
	expect(await refused.json()).toMatchObject({
		error: {
			type: "new_api_error",
			code: "insufficient_user_quota",
			message: expect.stringContaining(refused.headers.get("x-oneapi-request-id") ?? "missing"),
		},
	});
	expect(engine.speak).toHaveBeenCalledTimes(2);

	const [minted] = mintCodes(service.database, service.secret, { count: 1, units: 500 });
	expect((await topUp(service, minted?.code)).body.data).toBe(500);
	expect((await ask(service, hello)).status).toBe(200);
	await expectSpent(service, 2 * helloUnits, 501);
});

/** An engine that makes this many samples of a text, and then ends as `end` does. */
const speakThen =
	(samples: number, end: () => Promise<never> | Promise<ReturnType<typeof speechOf>>): Engine["speak"] =>
	async (_turns, _seconds, _signal, { take } = {}) => {
		await take?.(new Int16Array(samples), "flite/slt");
		return end();
	};
const overlong = () => Promise.reject(new OverlongPhraseError("Flite doesn't stop speaking."));
test.each([
	["an answer without audio costs nothing", 200, /STOP|OTHER/, async () => speechOf(0), 0],
	["speech that failed costs nothing", 500, /./, () => Promise.reject(new Error("broken")), 0],
	[
		"a phrase in which a voice finds nothing to say costs as much as a second of sound, and is counted as one",
		200,
		/"promptTokenCount":2,"candidatesTokenCount":25\D/,
		speakThen(0, async () => speechOf(0)),
		helloUnits,
	],
	[
		"a text that no engine can speak in a bounded time is refused, and pays for what was made of it",
		400,
		/takes too long to say/,
		speakThen(24_000, overlong),
		helloUnits,
	],
] satisfies [string, number, RegExp, Engine["speak"], number][])(
	"%s",
	async (_, status, told, speak, units) => {
		const service = await openServiceWith({ speak }, { credit: 1_000 });
		const response = await ask(service, hello);
		expect([response.status, await response.text()]).toEqual([status, expect.stringMatching(told)]);
		await expectSpent(service, units);
	},
);

test("a client that left pays for what was made, and no more", async () => {
	const { held, engine } = holdEngine();
	const service = await openServiceWith(engine, { credit: 1_000 });
	const client = new AbortController();
	const answer = ask(service, hello, { signal: client.signal });
	await eventually(() => expect(held).toHaveLength(1));
	client.abort();
	await expect(answer).rejects.toThrow();
	await eventually(() => expect(held[0]?.signal.aborted).toBe(true));
	held[0]?.finish();

	const paid = ask(service, hello);
	await eventually(() => expect(held).toHaveLength(2));
	held[1]?.finish();
	expect((await paid).status).toBe(200);
	await expectSpent(service, 2 * helloUnits);
});

test("a client that left while its speech was made pays for the phrases that were", async () => {
	const client = new AbortController();
	const speak: Engine["speak"] = async (_turns, _seconds, signal, { take } = {}) => {
		await take?.(new Int16Array(24_000), "flite/slt");
		client.abort();
		return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
	};
	const service = await openServiceWith({ speak }, { credit: 1_000 });
	await expect(ask(service, hello, { signal: client.signal })).rejects.toThrow();
	await eventually(() => expectSpent(service, helloUnits));
});

test("speech that waits its turn is refused once what went before has used up the balance", async () => {
	const { held, engine } = holdEngine();
	const service = await openServiceWith(engine, { credit: 1 });
	const sent = 100;
	const answers: number[] = [];
	const all = Array.from({ length: sent }, async () => answers.push((await ask(service, hello)).status));
	// Texts that the queue has no place for are refused.
	await eventually(() => expect(answers.length).toBe(sent - atOnce - 64));
	// The first text has reserved the whole balance, so the others wait for it and are then refused.
	for (const { finish } of held) finish();
	await Promise.all(all);
	expect(answers.filter((status) => status === 200)).toHaveLength(1);
	expect(answers.filter((status) => status === 403)).toHaveLength(atOnce - 1 + 64);
	expect((await readBalance(service)).quota).toBe(1 - helloUnits);
});

test("texts are spoken at once while the balance is enough for them all", async () => {
	const { held, engine } = holdEngine();
	const service = await openServiceWith(engine, { credit: 1_000 });
	const answers = [ask(service, hello), ask(service, hello)];
	await eventually(() => expect(held).toHaveLength(2));
	for (const { finish } of held) finish();
	expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
});

test("a disabled account is refused speech as a banned user is", async () => {
	const service = await openServiceWith(oneSecond, { credit: 1_000 });
	setDisabled(service.database, findAccount(service.database, "own")?.id ?? 0, true);
	const refused = await ask(service, hello);
	expect(refused.status).toBe(403);
	expect(await refused.json()).toMatchObject({ error: { type: "", code: "access_denied" } });
});

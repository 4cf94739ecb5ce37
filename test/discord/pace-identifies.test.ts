import { createLogger } from "@herald/common/log.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import { ManualClock, startPlayground } from "@herald/playground";
import type { Client } from "discord.js";
import { afterAll, expect, test } from "vitest";
import { createClient, destroyClient, logIn, paceIdentifies } from "../../src/discord/client.ts";
import { isConnected } from "../../src/discord/gateway-outages.ts";
import { MessageAccess } from "../../src/discord/message-events.ts";

const windowMs = 5_000;
const count = 4;
const clock = new ManualClock();
const playground = await startPlayground({ guilds: [], sessionStartLimit: { windowMs }, clock });
let isAway = false;
let failures = 0;
let asked = 0;
let taken = 0;
/**
 * Takes a slot as if from a database that several machines share. Every other request has to wait, and so does every
 * request until the shard of the last slot has logged in.
 * @returns 0 if this call got the slot, otherwise how long to wait before asking again, in ms
 * @throws Error while the database is away
 */
const takeSlot = async (_bucket: number, spacingMs: number): Promise<number> => {
	failures += Number(isAway);
	if (isAway) throw new Error("The database is away");
	asked += 1;
	if (asked % 2 === 1 || taken > playground.gateway.counts.identified) return 10;
	taken += 1;
	clock.advance(spacingMs);
	return 0;
};
const lines: string[] = [];

const startMachine = (ids: readonly number[]): Promise<Client<true>> => {
	const { apiUrl, token } = playground;
	const logger = createLogger("test", "info", { write: (line) => void lines.push(line) });
	const access = new MessageAccess("off");
	const identifies = { takeSlot, spacingMs: windowMs, retryMs: 10 };
	const client = createClient(apiUrl, logger, { access, identifies });
	const signal = new AbortController().signal;
	return logIn(client, token, { access, shards: { ids, count } }, { apiUrl, logger, signal });
};

const [first, second] = await Promise.all([startMachine([0, 1]), startMachine([2, 3])]);
afterAll(async () => {
	await Promise.all([first, second].map(destroyClient));
	await playground.stop();
});

test("machines log in one after another, each with its own shards, and none too early", () => {
	expect([first, second].map(({ ws }) => [...ws.shards.keys()])).toEqual([
		[0, 1],
		[2, 3],
	]);
	expect(playground.gateway.counts).toMatchObject({ identified: count, tooSoon: 0 });
});

test("while the database is away, shards still resume; those that must log in anew do so once it is back", async () => {
	isAway = true;
	const { identified, resumed } = playground.gateway.counts;
	playground.gateway.drop(0);
	playground.gateway.invalidate(false, 2);
	await eventually(() => expect(playground.gateway.counts.resumed).toBe(resumed + 1));
	await eventually(() => expect(failures).toBeGreaterThan(1));
	await eventually(() => expect(isConnected(first)).toBe(true));
	expect(playground.gateway.counts.identified).toBe(identified);
	expect(isConnected(second)).toBe(false);
	isAway = false;
	await eventually(() => expect(isConnected(second)).toBe(true));
	expect(playground.gateway.counts).toMatchObject({ identified: identified + 1, tooSoon: 0 });
	expect(lines.filter((line) => line.includes('"identify_waits"'))).toHaveLength(1);
});

test("waiting for a login slot can be given up", async () => {
	const logger = createLogger("test", "silent");
	const throttler = paceIdentifies({ takeSlot: async () => 60_000, buckets: async () => 1, logger });
	const giveUp = new AbortController();
	const waiting = throttler.waitForIdentify(0, giveUp.signal);
	giveUp.abort();
	await expect(waiting).rejects.toThrow("aborted");
});

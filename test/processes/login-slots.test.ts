import { createLogger } from "@herald/common/log.ts";
import { beforeEach, expect, test } from "vitest";
import { LoginSlots } from "../../src/processes/login-slots.ts";

let now: number;
let remaining: number;
let asked: number;
let logged: Readonly<Record<string, unknown>>[];
let slots: LoginSlots;

beforeEach(() => {
	now = 0;
	remaining = 1_000;
	asked = 0;
	logged = [];
	slots = new LoginSlots({
		readLimit: async () => {
			asked += 1;
			return { remaining, reset_after: 3_600_000 };
		},
		ofStart: 2,
		logger: createLogger("test", "info", { write: (line) => void logged.push(JSON.parse(line)) }),
		now: () => now,
	});
});

const take = (bucket = 0) => slots.take({ bucket, spacingMs: 5_000 });

test("shards of the same bucket log in one after another, in whichever process, and those of other buckets at once", async () => {
	expect(await Promise.all([take(), take(), take(1)])).toEqual([0, 5_000, 0]);
	now = 4_000;
	expect(await take()).toBe(1_000);
	now = 5_000;
	expect(await take()).toBe(0);
});

test("later logins leave as many as a start needs: shards wait until there are more, which is logged", async () => {
	await Promise.all([take(0), take(1)]);
	// Herald has just asked Discord when it starts.
	expect(asked).toBe(0);
	remaining = 4;
	expect(await Promise.all([take(2), take(3)])).toEqual([0, 0]);
	expect(slots.areFewLeft).toBe(false);
	expect(await take(4)).toBeGreaterThan(0);
	expect(await take(4)).toBeGreaterThan(0);
	expect(slots.areFewLeft).toBe(true);
	expect(logged).toMatchObject([{ event: "logins_low", remaining: 2, minutes: 60 }]);
	expect(asked).toBe(1);
	remaining = 1_000;
	now = 60_000;
	expect(await take(4)).toBe(0);
	expect(slots.areFewLeft).toBe(false);
});

test("if other machines log in, too, the database says whose turn it is, and nobody logs in without its answer", async () => {
	let shared: number | Error = 3_000;
	slots = new LoginSlots({
		readLimit: async () => undefined,
		ofStart: 2,
		takeShared: async () => {
			if (shared instanceof Error) throw shared;
			return shared;
		},
		logger: createLogger("test", "silent"),
		now: () => now,
	});
	expect(await take()).toBe(3_000);
	shared = new Error("The database is away");
	await expect(take()).rejects.toThrow("The database is away");
	shared = 0;
	expect(await take()).toBe(0);
	expect(await take()).toBe(5_000);
});

import { performance } from "node:perf_hooks";
import { inGuild, ofGuild } from "../src/shared/party.ts";
import type { Store } from "../src/store/store.ts";
import { databases, serverUrl } from "../test/support/databases.ts";
import { percentile } from "./support/numbers.ts";

const runs = 3_000;
/** Before anything is counted: statements are prepared, connections made. */
const warmRuns = 500;
const members = 1_000;
const guildId = "100000000000000000";
const party = ofGuild(guildId);
const far = Number.MAX_SAFE_INTEGER;

const memberOf = (n: number): string => `2000000000000${String(n % members).padStart(5, "0")}`;

const admission = {
	account: "account",
	windowMs: 0,
	traceMs: far,
	lostAfterMs: 60_000,
	turnMs: 0,
	findWait: () => undefined,
};

const redeem = async ({ redemptions }: Store, n: number): Promise<void> => {
	const redemption = { party, userId: memberOf(n), member: `${n}`, code: `${n}`, secret: "secret" };
	const begun = await redemptions.begin(redemption, admission);
	if ("id" in begun) await redemptions.settle(begun.id, { outcome: "redeemed" });
};

const calls: Readonly<Record<string, (store: Store, n: number) => Promise<unknown>>> = {
	"a member's preferences are read": ({ settings }, n) => settings.readMember(inGuild(guildId), memberOf(n)),
	"a server's reading settings are read": ({ reading }) => reading.read(guildId),
	"a budget is reserved": ({ speechDays }, n) =>
		speechDays.reserve({ day: n % 7, guildId: party, userId: memberOf(n) }, 10, {
			memberMs: far,
			guildMs: far,
		}),
	"a redemption is begun and settled": redeem,
};

/** @returns how long each of so many calls took, one after the other, in µs, sorted */
const time = async (count: number, call: (n: number) => Promise<unknown>): Promise<number[]> => {
	const times: number[] = [];
	for (let n = 0; n < count; n += 1) {
		const begun = performance.now();
		await call(n);
		times.push((performance.now() - begun) * 1_000);
	}
	return times.sort((one, other) => one - other);
};

/** What calls of the store cost, in either database; PostgreSQL is the server of TEST_DATABASE_URL, if there is one. */
export const run = async () => {
	const rows: Record<string, string | number>[] = [];
	for (const { database, start } of databases) {
		if (database === "PostgreSQL" && serverUrl === undefined) continue;
		const used = await start();
		const store = await used.open();
		for (let n = 0; n < members; n += 1)
			await store.settings.changeMember(inGuild(guildId), memberOf(n), { voice: "Puck" });
		for (const [what, call] of Object.entries(calls)) {
			const count = call === redeem ? runs / 10 : runs;
			await time(warmRuns, (n) => call(store, count + n));
			const times = await time(count, (n) => call(store, n));
			rows.push({
				database,
				what,
				"median, µs": Math.round(percentile(times, 0.5)),
				"p99, µs": Math.round(percentile(times, 0.99)),
			});
		}
		await used.end();
	}
	return { title: `one call after the other, ${members} members in a server`, rows };
};

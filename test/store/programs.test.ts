import { beforeEach, describe, expect, test } from "vitest";
import { elsewhere, inGuild, ofGuild, ofMember } from "../../src/shared/party.ts";
import type { LimitedUse } from "../../src/store/credit-accounts.ts";
import type { Store } from "../../src/store/store.ts";
import { admission } from "../support/admission.ts";
import { databases, useDatabase } from "../support/databases.ts";

const [guildId, userId] = ["guild", "member"];
const party = ofGuild(guildId);

describe.each(databases)("of several programs on $database,", ({ start }) => {
	const used = useDatabase(start);
	let store: Store;
	beforeEach(async () => {
		store = await used.open();
	});
	const countTexts = async () => (await used.query("SELECT user_id FROM user_texts")).length;

	const request = { maxAgeMs: 60_000, windowMs: 900_000, isLimited: true, hasRoom: () => true };
	const redemption = { party, userId, member: "m", code: "code", secret: "s" };

	test("of all simultaneous tries with one code in two programs, one is admitted", async () => {
		const programs = [store, await used.open()];
		const begun = await Promise.all(
			[...programs, ...programs].map(({ redemptions }) => redemptions.begin(redemption, admission)),
		);
		const ids = begun.flatMap((each) => ("id" in each ? [each.id] : []));
		expect(ids).toHaveLength(1);
		expect(begun.filter((each) => "underWay" in each && each.underWay === "same")).toHaveLength(3);
		// Once its outcome is known, the code is free again.
		await store.redemptions.settle(ids[0] as number, { outcome: "refused" });
		expect(await programs[1]?.redemptions.begin(redemption, admission)).toHaveProperty("id");
	});

	test("a code waits a while for another code of the same account that is under way in any program", async () => {
		const other = await used.open();
		const turn = { ...admission, turnMs: 60_000 };
		const begun = await store.redemptions.begin(redemption, turn);
		const next = { ...redemption, code: "next" };
		expect(await other.redemptions.begin(next, turn)).toEqual({ underWay: "other" });
		expect(await other.redemptions.begin({ ...next, account: "a server's" }, turn)).toHaveProperty("id");
		if ("id" in begun) await store.redemptions.settle(begun.id, { outcome: "redeemed" });
		expect(await other.redemptions.begin(next, turn)).toEqual({ underWay: "same" });
		expect(await other.redemptions.begin({ ...next, code: "third" }, turn)).toHaveProperty("id");
		expect(await store.redemptions.begin({ ...next, code: "fourth" }, admission)).toHaveProperty("id");
	});

	test("the code of a lost sender is free after a time by the database's clock, and its outcome is unknown until it arrives", async () => {
		const { redemptions } = store;
		const outcomes = async () => (await redemptions.list(party, 9)).map(({ outcome }) => outcome);
		const begun = await redemptions.begin(redemption, { ...admission, lostAfterMs: 0 });
		expect(await redemptions.begin(redemption, admission)).toHaveProperty("id");
		expect(await redemptions.begin(redemption, admission)).toEqual({ underWay: "same" });
		expect(await outcomes()).toEqual(["sent", "unknown"]);
		// The answer wasn't lost after all.
		if ("id" in begun) await redemptions.settle(begun.id, { outcome: "redeemed" });
		expect(await outcomes()).toEqual(["sent", "redeemed"]);
	});

	test("one program requests the balance, and all know it until it changes", async () => {
		const other = await used.open();
		const take = ({ creditAccounts }: Store) => creditAccounts.takeBalance("account", request);
		const taken = await Promise.all([take(store), take(other)]);
		expect(taken.filter((turn) => turn === "asked")).toHaveLength(1);
		const askAt = taken.flatMap((turn) => (typeof turn === "object" && "askAt" in turn ? turn.askAt : []))[0];
		await other.creditAccounts.keepBalance("account", askAt as number, "7");
		expect(await take(store)).toEqual({ answer: "7" });
		await store.creditAccounts.closeUntil("account", 5_000);
		await store.creditAccounts.closeUntil("account", 4_000);
		expect(await other.creditAccounts.readUse("account", 900_000)).toEqual({
			now: expect.any(Number),
			sent: [],
			balances: [askAt],
			closedUntil: 5_000,
		});
		await store.creditAccounts.expireBalance("account");
		// A balance that was requested before it expired is ignored.
		await other.creditAccounts.keepBalance("account", askAt as number, "7");
		expect(await take(other)).toHaveProperty("askAt");
		expect(await store.creditAccounts.eraseOld(60_000)).toBe(0);
		const hasRoom = ({ balances }: LimitedUse) => balances.length < 2;
		const full = { ...request, maxAgeMs: 0, hasRoom };
		expect(await store.creditAccounts.takeBalance("account", full)).toBe("full");
	});

	test("buttons of a crashed program and old counts of members' texts are erased", async () => {
		const [ago, limits] = [25 * 60 * 60_000, { withinMs: 60_000, max: 1 }];
		const row = { kind: "text", guildId: inGuild(guildId), userId, progress: null } as const;
		const keep = (id: string, until: number) =>
			store.kept.keep({ ...row, id, until, sealed: new Uint8Array() });
		await keep("over", Date.now() - ago);
		await keep("far ahead", Date.now() + 3 * ago);
		await keep("at work", Date.now() + 60_000);
		await store.userTexts.take(userId, limits);
		await used.query(`UPDATE user_texts SET said_at = said_at - ${ago}`);
		await store.eraseOver();
		await store.kept.eraseBefore(Date.now());
		expect(await store.kept.find("text", "over")).toBeUndefined();
		expect(await store.kept.find("text", "far ahead")).toBeUndefined();
		expect(await store.kept.find("text", "at work")).toBeDefined();
		expect(await countTexts()).toBe(0);
		await store.userTexts.take(userId, limits);
		await store.eraseOver();
		expect(await countTexts()).toBe(1);
	});

	test("an account is erased once its balance is old and the service asks for no further wait", async () => {
		const { creditAccounts } = store;
		const day = 24 * 60 * 60_000;
		for (const account of ["unused", "closed", "asked"]) await creditAccounts.closeUntil(account, 5_000);
		await creditAccounts.closeUntil("closed", Date.now() + 60_000);
		await creditAccounts.takeBalance("asked", { ...request, maxAgeMs: 0, windowMs: 60_000 });
		expect(await creditAccounts.eraseOld(day)).toBe(1);
		expect((await creditAccounts.readUse("closed", 60_000)).closedUntil).toBeGreaterThan(5_000);
		const rows = await used.query("SELECT account FROM credit_accounts ORDER BY account");
		expect(rows).toEqual([{ account: "asked" }, { account: "closed" }]);
	});

	test("a program settles, lists and erases only its own guilds' redemptions", async () => {
		const first = await used.open({ owns: (place) => place === inGuild("first") });
		const second = await used.open({ owns: (place) => place === inGuild("second") });
		for (const id of ["first", "second"]) {
			await store.redemptions.begin({ ...redemption, party: ofGuild(id), code: id }, admission);
			const row = { guildId: inGuild(id), userId, until: 5, sealed: new Uint8Array([1]), progress: null };
			await store.kept.keep({ ...row, id: `${id}'s answer`, kind: "answer" });
			await store.kept.keep({ ...row, id, kind: "text" });
			await store.voicePlaces.enter({ guildId: id, channelId: "channel" }, 10);
			await store.voicePlaces.noteWaiting(id, id === "second");
			await store.departures.note(id, 1);
		}
		await store.departures.cancel(["second"]);

		expect(await first.redemptions.failOpen()).toBe(1);
		expect((await store.redemptions.list(ofGuild("second"), 1))[0]?.outcome).toBe("sent");
		// A member's redemption outside of guilds may belong to another program, which still awaits its answer.
		const theirs = { ...redemption, party: ofMember(userId), code: "theirs" };
		const begun = await second.redemptions.begin(theirs, admission);
		const withoutGuild = await used.open({ owns: (place) => place === elsewhere });
		expect(await withoutGuild.redemptions.failOpen()).toBe(1);
		expect((await store.redemptions.list(theirs.party, 1))[0]?.outcome).toBe("unknown");
		await second.redemptions.settle("id" in begun ? begun.id : 0, { outcome: "redeemed", units: 5 });
		expect((await store.redemptions.list(theirs.party, 1))[0]?.outcome).toBe("redeemed");
		const [answers, buttons] = [await first.kept.list("answer"), await first.kept.list("text")];
		expect([answers, buttons].map((rows) => rows.map((row) => row.guildId))).toEqual([["first"], ["first"]]);
		expect(Buffer.from(answers[0]?.sealed ?? [])).toEqual(Buffer.from([1]));

		await first.voicePlaces.record([{ guildId: "first", channelId: "channel" }], 20);
		await first.voicePlaces.keepAlive(30);
		expect(await second.voicePlaces.take(10, 40)).toEqual({
			places: [{ guildId: "second", channelId: "channel", waiting: true }],
			uncleanEnds: [40],
		});
		expect(await first.voicePlaces.take(20, 50)).toEqual({
			places: [{ guildId: "first", channelId: "channel", waiting: false }],
			uncleanEnds: [],
		});

		expect(await second.departures.listKept()).toEqual(["second"]);
		const erased: number[] = [];
		for (const program of [second, first, first]) erased.push(await program.departures.erase(2));
		expect(erased).toEqual([0, 1, 0]);
		expect(await store.departures.listKept()).toEqual(["second"]);
	});

	test("shards belong to one machine until it gives them back or its lease ends", async () => {
		const { shardLeases: first } = store;
		const { shardLeases: second } = await used.open();
		const low = { ids: [0, 1], count: 4 };
		const high = { ids: [2, 3], count: 4 };
		const taken = await Promise.all([first.take("a", low, 60_000), second.take("b", low, 60_000)]);
		expect(taken.filter((other) => other === undefined)).toHaveLength(1);
		await first.give("b");
		expect(await first.take("a", low, 60_000)).toBeUndefined();
		expect(await second.take("b", high, 60_000)).toBeUndefined();
		const other = await second.take("c", { ids: [1], count: 4 }, 60_000);
		expect(other).toEqual({ holder: "a", count: 4, until: expect.any(Number) });
		expect(await second.take("c", { ids: [7], count: 8 }, 60_000)).toMatchObject({ count: 4 });
		// Machine a, which holds the shards, extends its lease, and machine c is told the later end.
		expect(await first.take("a", low, 90_000)).toBeUndefined();
		const renewed = await second.take("c", { ids: [1], count: 4 }, 60_000);
		expect(renewed?.until).toBeGreaterThan(other?.until ?? Number.POSITIVE_INFINITY);
		await first.take("a", low, -1);
		expect(await second.take("c", { ids: [1], count: 4 }, 60_000)).toBeUndefined();
		await second.give("c");
		expect(await first.take("a", { ids: [0, 1], count: 4 }, 60_000)).toBeUndefined();
	});

	test("one login of a bucket is admitted at a time, in any program", async () => {
		const other = await used.open();
		const { identifySlots } = store;
		const taken = await Promise.all([1, 2, 3].map(() => identifySlots.take(3, 60_000)));
		taken.push(await other.identifySlots.take(3, 60_000));
		expect(taken.filter((waitMs) => waitMs === 0)).toHaveLength(1);
		for (const waitMs of taken) expect(waitMs === 0 || (waitMs > 50_000 && waitMs <= 60_000)).toBe(true);
		expect(await other.identifySlots.take(4, 60_000)).toBe(0);
		// A slot further ahead than any slot can be was taken with a wrong clock.
		expect(await identifySlots.take(3, 1_000)).toBe(0);
	});
});

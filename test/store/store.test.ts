import { beforeEach, describe, expect, test } from "vitest";
import { SpeechBudget } from "../../src/budget/budget.ts";
import { noUsage, type Payer } from "../../src/budget/payer.ts";
import { inGuild, ofGuild } from "../../src/shared/party.ts";
import type { Store } from "../../src/store/store.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { slowStore } from "../support/slow-store.ts";

const witch = { name: "Witch", voice: "Leda", style: "croaking", language: "de", speed: 0.9, prefix: "!w" };

const day = 24 * 60 * 60_000;
const [guildId, userId] = ["guild", "member"];
const home = inGuild(guildId);
const party = ofGuild(guildId);
const limitsOf = (memberSecondsPerDay: number, guildSecondsPerDay: number) => ({
	memberSecondsPerDay,
	guildSecondsPerDay,
	memberTextsPerMinute: 0,
});
const nothing = { settings: expect.anything(), channels: [], ignores: [], sources: [] };
const unlimited = { memberMs: undefined, guildMs: undefined };

/**
 * Charges for an answer that may take four times its estimate.
 * @returns a function that settles the charge; "held" if the request has to wait until another charge is settled
 */
const leave = async (payer: Payer, ms: number) => {
	const charge = await payer.charge({ ms, mostMs: 4 * ms });
	if (!("settle" in charge)) return "held";
	return (madeMs: number) => charge.settle({ madeMs, usage: noUsage });
};
const request = async (payer: Payer, estimateMs: number, madeMs: number): Promise<void> => {
	const settle = await leave(payer, estimateMs);
	if (settle === "held") throw new Error("It is held");
	await settle(madeMs);
};

describe.each(databases)("on $database,", ({ start }) => {
	const used = useDatabase(start);
	let store: Store;
	beforeEach(async () => {
		store = await used.open();
	});

	const here = async (who = userId) => (await store.settings.readMember(home, who)).here;
	const forget = (today: number) => store.forgetMember({ place: home, userId, today });
	/** @returns the number of a table's rows for the member */
	const rowsOf = async (table: string) =>
		(await used.query(`SELECT user_id FROM ${table} WHERE user_id = '${userId}'`)).length;

	test("members and guilds have no settings at first, and a change changes only what it names", async () => {
		const { settings } = store;
		const unset = await here();
		expect(new Set(Object.values(unset))).toEqual(new Set([null]));
		await settings.changeMember(home, userId, { voice: "Puck", style: "sad" });
		await settings.changeMember(home, userId, { style: null });
		expect(await here()).toEqual({ ...unset, voice: "Puck" });
		expect((await settings.readMember(inGuild("other guild"), "member")).here.voice).toBeNull();
		const chosen = await settings.readGuild(home);
		expect(new Set(Object.values(chosen))).toEqual(new Set([null]));
		await settings.changeGuild(home, { voiceChat: true, names: "always", holdMs: 1_500 });
		await settings.changeGuild(home, { voiceChat: false, names: null });
		expect(await settings.readGuild(home)).toEqual({ ...chosen, voiceChat: false, holdMs: 1_500 });
		expect(await settings.readGuild(inGuild("another"))).toEqual(chosen);
		expect(await store.reading.read("another")).toMatchObject(nothing);
	});

	test("changes of lists are applied completely, one after the other", async () => {
		const add = (channelId: string, spokenIn: string | null) =>
			store.reading.changeChannels(guildId, (now) =>
				now.length < 2 ? [...now, { channelId, spokenIn }] : undefined,
			);
		await Promise.all([add("2", null), add("1", "voice"), add("3", null)]);
		await store.reading.changeIgnores(guildId, () => [
			{ kind: "user", value: "7" },
			{ kind: "prefix", value: "!" },
		]);
		await store.reading.changeSources(guildId, () => [{ kind: "webhook", id: "8" }]);
		await store.dictionary.change(guildId, () => [{ word: "brb", say: "be right back" }]);
		expect(await store.reading.read(guildId)).toEqual({
			settings: expect.anything(),
			channels: [
				{ channelId: "1", spokenIn: "voice" },
				{ channelId: "2", spokenIn: null },
			],
			ignores: [
				{ kind: "prefix", value: "!" },
				{ kind: "user", value: "7" },
			],
			sources: [{ kind: "webhook", id: "8" }],
		});
		expect(await store.dictionary.list(guildId)).toEqual([{ word: "brb", say: "be right back" }]);
	});

	test("presets belong to a server or a member, and two added at once both stay", async () => {
		const add = (owner: Parameters<typeof store.presets.change>[0], name: string) =>
			store.presets.change(owner, (now) => [...now, { ...witch, name }]);
		await Promise.all([
			add({ place: home }, "B"),
			add({ place: home }, "A"),
			add({ place: home, userId }, "C"),
		]);
		const server = ["A", "B"].map((name) => ({ ...witch, name }));
		const own = [{ ...witch, name: "C" }];
		expect(await store.presets.read(home, userId)).toEqual({ own, server });
		expect(await store.presets.read(home)).toEqual({ own: [], server });
		await store.presets.change({ place: home }, () => []);
		await store.presets.change({ place: home, userId }, () => undefined);
		expect(await store.presets.read(home, userId)).toEqual({ own, server: [] });
		expect(await store.presets.read(inGuild("another"), userId)).toEqual({ own: [], server: [] });
	});

	test("the list of a service's voices is requested by one process a day, and kept for one service only", async () => {
		const { voiceLibrary } = store;
		expect(await voiceLibrary.read("https://one", 0)).toBeUndefined();
		const claims = await Promise.all([1, 2, 3].map(() => voiceLibrary.claim("https://one", day)));
		expect(claims.filter(Boolean)).toHaveLength(1);
		expect(await voiceLibrary.read("https://one", 0)).toBeUndefined();
		await voiceLibrary.keep("https://one", "[1]");
		const { voices, listedAt } = (await voiceLibrary.read("https://one", 0)) ?? { listedAt: 0 };
		expect(voices).toBe("[1]");
		expect(await voiceLibrary.read("https://one", listedAt)).toBeUndefined();
		expect(await voiceLibrary.claim("https://one", 0)).toBe(true);
		expect(await voiceLibrary.claim("https://two", day)).toBe(true);
		await voiceLibrary.keep("https://two", "[2]");
		expect(await voiceLibrary.read("https://one", 0)).toBeUndefined();
	});

	test("all data of a server that Herald left is erased", async () => {
		await store.settings.changeGuild(home, { voiceChat: true });
		await store.reading.changeChannels(guildId, () => [{ channelId: "1", spokenIn: null }]);
		await store.reading.changeIgnores(guildId, () => [{ kind: "role", value: "1" }]);
		await store.reading.changeSources(guildId, () => [{ kind: "bot", id: "1" }]);
		await store.dictionary.change(guildId, () => [{ word: "brb", say: "" }]);
		await store.presets.change({ place: home, userId }, () => [witch]);
		await store.settings.changeMember(home, userId, { reading: false });
		await store.departures.note(guildId, 5);
		await store.departures.erase(6);
		const { settings, ...lists } = await store.reading.read(guildId);
		expect([settings.voiceChat, lists]).toEqual([false, { channels: [], ignores: [], sources: [] }]);
		expect(await store.dictionary.list(guildId)).toEqual([]);
		expect(await rowsOf("presets")).toBe(0);
		expect((await here()).reading).toBeNull();
	});

	test("a member who isn't to be read still isn't after being forgotten, and nothing else is kept", async () => {
		const unset = await here();
		const chosen = { preset: "Witch", language: "pt-BR", speed: 1.5, spokenName: "Ann" };
		await store.settings.changeMember(home, userId, { ...chosen, reading: false });
		expect(await here()).toMatchObject(chosen);
		expect(await forget(2)).toMatchObject({ settings: true, staysUnread: true });
		expect(await forget(2)).toMatchObject({ settings: false, staysUnread: true });
		expect(await here()).toEqual({ ...unset, reading: false });
		await store.settings.changeMember(home, userId, { reading: true });
		expect(await forget(2)).toMatchObject({ settings: true, staysUnread: false });
	});

	test("of two members who choose the same name at once, one gets it", async () => {
		const choose = (who: string) =>
			store.settings.changeMember(home, who, { spokenName: "Ann" }, (names) => !names.includes("Ann"));
		expect(await Promise.all([choose("a"), choose("b"), choose("a")])).toEqual([true, false, true]);
		expect((await here("b")).spokenName).toBeNull();
	});

	test("read messages have their share of the day, and leave the rest to requested texts", async () => {
		const budget = new SpeechBudget(store, limitsOf(20, 30), () => 0);
		const read = (who: string, seconds: number) => budget.reserve(home, who, seconds * 1_000, 50);
		const refusedAs = (whose: string, onlyRead: boolean) =>
			expect.objectContaining({ detail: { kind: "over_budget", whose, onlyRead, reopensAt: 86_400_000 } });

		const first = await read(userId, 10);
		await expect(read(userId, 1)).rejects.toEqual(refusedAs("member", true));
		await expect(read("other", 6)).rejects.toEqual(refusedAs("guild", true));
		await read("other", 5);
		await budget.reserve(home, userId, 10_000);
		await expect(budget.reserve(home, userId, 1_000)).rejects.toEqual(refusedAs("member", false));

		// Unused time is given back to the member and the guild.
		await request(first, 4_000, 4_000);
		await first.settle();
		await expect(read("third", 7)).rejects.toEqual(refusedAs("guild", true));
		await expect(read(userId, 7)).rejects.toEqual(refusedAs("member", false));
		await read("third", 6);
	});

	test.each([
		["a member's", "member", false, 100],
		["a guild's", "guild", false, 100],
		["reading's share of a member's", "member", true, 50],
		["reading's share of a guild's", "guild", true, 50],
	] as const)("at most one request exceeds %s limit", async (_, whose, isRead, percent) => {
		const seconds = { member: 0, guild: 0, [whose]: isRead ? 40 : 20 };
		const budget = new SpeechBudget(store, limitsOf(seconds.member, seconds.guild), () => 0);
		const reserve = (who = userId) => budget.reserve(home, who, 5_000, isRead ? percent : undefined);
		const other = whose === "guild" ? "other" : userId;
		const all = [await reserve(), await reserve(other), await reserve()] as const;
		const [first, second, third] = await Promise.all(all.map((each) => leave(each, 5_000)));
		// The first two answers may be four times as long as estimated, so the third request has to wait.
		expect(third).toBe("held");
		if (first !== "held") await first?.(5_000);
		expect(await leave(all[2], 5_000)).toBe("held");
		if (second !== "held") await second?.(4_000);
		await request(all[2], 5_000, 19_000);
		await expect(leave(all[2], 1_000)).rejects.toMatchObject({
			detail: { kind: "over_budget", whose, onlyRead: isRead },
		});
		await Promise.all(all.map((each) => each.settle()));
		expect((await store.speechDays.sum({ day: 0, guildId: party, userId })).all.guildMs).toBe(28_000);
	});

	test("seconds reserved before a restart can be used afterwards, and no more", async () => {
		const limits = limitsOf(20, 0);
		const before = new SpeechBudget(store, limits, () => 0);
		await request(await before.reserve(home, userId, 6_000), 6_000, 8_000);
		const { reserved } = await before.reserve(home, userId, 10_000);
		const later = new SpeechBudget(await used.open(), limits, () => 0);
		const after = await later.reopen({ place: home, userId }, reserved);
		await request(after, 10_000, 10_000);
		await expect(leave(after, 3_000)).rejects.toMatchObject({ detail: { kind: "over_budget" } });
		await request(after, 2_000, 2_000);
		await after.settle();
		expect((await store.speechDays.sum({ day: 0, guildId: party, userId })).all.memberMs).toBe(20_000);
	});

	test("read messages have no limit if there is none for the day", async () => {
		await new SpeechBudget(store, limitsOf(0, 0), () => 0).reserve(home, userId, 10_000_000, 1);
	});

	test("a member is forgotten everywhere or nowhere", async () => {
		await store.settings.changeMember(home, userId, { voice: "Puck" });
		const today = { day: 1, guildId: party, userId };
		await store.speechDays.reserve(today, { madeMs: 5, connectedMs: 0 }, unlimited);
		await store.presets.change({ place: home, userId }, () => [witch]);
		const allow = await used.refuse("DELETE", "speech_days");
		await expect(forget(2)).rejects.toThrow("refused");
		expect([await rowsOf("member_settings"), await rowsOf("presets")]).toEqual([1, 1]);
		await allow();
		expect(await forget(2)).toEqual({
			settings: true,
			presets: 1,
			account: false,
			connected: false,
			redemptions: false,
			days: 1,
			staysUnread: false,
		});
		expect([await rowsOf("member_settings"), await rowsOf("speech_days")]).toEqual([0, 0]);
		expect(await rowsOf("presets")).toBe(0);
	});

	test("a change while its member is being forgotten is kept or forgotten completely", async () => {
		await store.settings.changeMember(home, userId, { voice: "Puck", style: "sad" });
		for (const first of ["forgetMember", "settings.changeMember"]) {
			const answered = Promise.withResolvers<void>();
			const requested = new Set<string>();
			const slow = slowStore(store, async (call) => {
				if (call !== first) await answered.promise;
				else if (requested.has(call)) answered.resolve();
				requested.add(call);
			});
			await Promise.all([
				slow.forgetMember({ place: home, userId, today: 2 }),
				slow.settings.changeMember(home, userId, { voice: "Kore" }),
			]);
			const { voice, style } = await here();
			// Whichever call comes first, the style from before is gone.
			expect([voice, style]).toEqual(first === "forgetMember" ? ["Kore", null] : [null, null]);
		}
	});

	test("a text settled after its member was forgotten leaves no trace of its day", async () => {
		let now = 10 * day;
		const budget = new SpeechBudget(store, limitsOf(60, 0), () => now);
		const reservation = await budget.reserve(home, userId, 5_000);
		now += day;
		expect(await forget(11)).toMatchObject({ days: 1 });
		await request(reservation, 5_000, 7_000);
		await reservation.settle();
		expect(await rowsOf("speech_days")).toBe(0);
	});

	test("lists may be long, and are sorted by their characters, whatever these are", async () => {
		const words = Array.from({ length: 2_500 }, (_, n) => `word ${n}`);
		await store.words.change(guildId, () => [...words, "word 7"]);
		expect(await store.words.list(guildId)).toEqual(words.toSorted());
		const odd = ["a", "Z", "ä", "𝒳", "\uffff", 'it\'s \\ "so"', "-- x", "$1 ?"];
		await store.words.change(guildId, () => odd);
		const byBytes = odd.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
		expect(await store.words.list(guildId)).toEqual(byBytes);
	});

	test("a check that the database is writable writes to it and changes nothing", async () => {
		await store.checkWritable();
		expect(await store.departures.listKept()).toEqual([]);
	});

	test("a month's speech adds up, and large numbers stay numbers", async () => {
		const part = { texts: 1, madeMs: 3_000_000_000.4, audioTokens: 5 };
		for (let n = 0; n < 3; n += 1) await store.speechMonths.add([{ guildId: party, totals: part }]);
		expect(await store.speechMonths.read(party)).toEqual({
			texts: 3,
			madeMs: 9_000_000_000,
			promptTokens: 0,
			audioTokens: 15,
			lines: 0,
			cachedLines: 0,
		});
		expect(await store.redemptions.countOfOtherSecrets("s", 0)).toBe(0);
	});
});

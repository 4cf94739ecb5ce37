import { beforeEach, expect, test } from "vitest";
import { elsewhere, inGuild } from "../../src/shared/party.ts";
import { Problem } from "../../src/shared/problem.ts";
import { type GuildMemory, rememberGuilds } from "../../src/store/guild-memory.ts";
import { isOptedOut } from "../../src/store/settings.ts";
import type { Store } from "../../src/store/store.ts";
import { newStore } from "../support/new-store.ts";
import { slowStore } from "../support/slow-store.ts";

const guildId = "guild";
const home = inGuild(guildId);
const minute = 60_000;
const witch = { name: "Witch", voice: "Leda", style: null, language: null, speed: null, prefix: null };
let now: number;
/**
 * The calls that reached the database, such as `settings.readMember`. Each is listed when it arrives, and once
 * more when it is answered.
 */
let calls: string[];
let isAway: boolean;
/** The database's first answer to `settings.readMember` waits for this. */
let held: Promise<unknown>;
/** The database as another program sees it. */
let others: Store;
let memory: GuildMemory;
let store: Store;
beforeEach(() => {
	now = 0;
	calls = [];
	isAway = false;
	held = Promise.resolve();
	others = newStore();
	const travel = async (call: string) => {
		calls.push(call);
		if (isAway) throw new Problem({ kind: call.includes("change") ? "not_stored" : "not_read" }, "away");
		if (call === "settings.readMember" && countAsked() === 2) await held;
	};
	memory = rememberGuilds(slowStore(others, travel), () => now);
	({ store } = memory);
});

const readAll = () =>
	Promise.all([
		store.settings.readGuild(home),
		store.settings.readMember(home, "member"),
		presets(),
		store.words.list(guildId),
		store.dictionary.list(guildId),
		store.reading.read(guildId),
	]);
/** Counts the requests about members that reached the database, and its answers to them. */
const countAsked = () => calls.filter((call) => call === "settings.readMember").length;
const voice = async (userId = "member") => (await store.settings.readMember(home, userId)).here.voice;
const presets = () => store.presets.read(home, "member");
const choose = (through: Store, voice: string) => through.settings.changeMember(home, "member", { voice });

test("settings of a guild in voice are read once, and those of other guilds each time", async () => {
	await readAll();
	const each = calls.length;
	await readAll();
	expect(calls).toHaveLength(2 * each);
	memory.hold(guildId);
	memory.expect(guildId, ["member"]);
	await expect.poll(() => calls).toHaveLength(3 * each);
	expect(await readAll()).toEqual(await readAll());
	memory.hold(guildId);
	await readAll();
	expect(calls).toHaveLength(3 * each);
	memory.release(guildId);
	await readAll();
	expect(calls).toHaveLength(4 * each);
});

test("a change counts at once, even if it was made while the old value was being read", async () => {
	memory.hold(guildId);
	const { promise, resolve } = Promise.withResolvers<void>();
	held = promise;
	const before = voice();
	await expect.poll(countAsked).toBe(2);
	await choose(store, "Puck");
	resolve();
	expect(await before).toBeNull();
	expect(await voice()).toBe("Puck");
	await store.words.change(guildId, () => ["blast"]);
	expect(await store.words.list(guildId)).toEqual(["blast"]);
	expect(await presets()).toEqual({ own: [], server: [] });
	await store.presets.change({ place: home }, () => [witch]);
	await store.presets.change({ place: home, userId: "member" }, () => [witch]);
	expect(await presets()).toEqual({ own: [witch], server: [witch] });
	expect(await store.presets.read(home)).toEqual({ own: [], server: [witch] });
	await store.settings.changeGuild(home, { voiceChat: true });
	expect((await store.reading.read(guildId)).settings.voiceChat).toBe(true);
	await store.forgetMember({ place: home, userId: "member", today: 0 });
	expect(await voice()).toBeNull();
});

test("a change by another process counts after a minute", async () => {
	memory.hold(guildId);
	expect(await voice()).toBeNull();
	await choose(others, "Puck");
	now += minute;
	expect(await voice()).toBeNull();
	now += 1;
	expect(await voice()).toBe("Puck");
});

test("more listeners than there is room for are read once, and the guild's own settings stay", async () => {
	memory.hold(guildId);
	const listeners = Array.from({ length: 600 }, (_, n) => `listener ${n}`);
	memory.expect(guildId, listeners);
	const before = calls.length;
	// As happens when the voice state of each listener arrives.
	for (const listener of listeners) memory.expect(guildId, [listener]);
	memory.expect(guildId, listeners);
	expect(calls).toHaveLength(before);
	await Promise.all(listeners.map(voice));
	const known = calls.length;
	await store.words.list(guildId);
	expect(calls).toHaveLength(known);
});

test("while the database is away, known settings stay, and unknown ones can't be read", async () => {
	await choose(store, "Puck");
	memory.hold(guildId);
	memory.expect(guildId, ["member"]);
	await readAll();
	await store.words.change(guildId, () => ["blast"]);
	// The database was asked, and has answered.
	await expect.poll(() => calls.slice(-2)).toEqual(["words.list", "words.list"]);
	isAway = true;
	await readAll();
	expect(await store.words.list(guildId)).toEqual(["blast"]);
	await expect(choose(store, "Leda")).rejects.toThrow(Problem);
	now += 2 * minute;
	expect([await voice(), await voice()]).toEqual(["Puck", "Puck"]);
	await expect(voice("somebody else")).rejects.toThrow(Problem);
	isAway = false;
	await choose(others, "Zephyr");
	now += 2 * minute;
	await expect.poll(() => voice()).toBe("Zephyr");
	expect(await voice("somebody else")).toBeNull();
});

test("an opt-out saved by another process counts within a minute, even if the clock was set back", async () => {
	const isOut = async () => isOptedOut(await store.settings.readMember(home, "member"));
	now = 60 * minute;
	memory.hold(guildId);
	expect(await isOut()).toBe(false);
	await others.settings.changeMember(elsewhere, "member", { reading: false });
	now -= 58 * minute;
	await isOut();
	expect(await isOut()).toBe(true);
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { SpeechBudget } from "../../src/say/budget.ts";
import { openSqliteStore } from "../../src/store/sqlite/store.ts";
import type { Store } from "../../src/store/store.ts";

const [guildId, userId] = ["guild", "member"];
const nothing = { settings: expect.anything(), channels: [], ignores: [], sources: [] };

let store: Store;
beforeEach(() => {
	const folder = mkdtempSync(join(tmpdir(), "herald-"));
	store = openSqliteStore(join(folder, "bot.db"));
	return async () => {
		await store.close();
		rmSync(folder, { recursive: true });
	};
});

test("nothing is chosen at first, and a change names only what it changes", async () => {
	const { settings } = await store.reading.read(guildId);
	expect(new Set(Object.values(settings))).toEqual(new Set([null]));
	await store.reading.changeSettings(guildId, { voiceChat: true, names: "always", holdMs: 1_500 });
	await store.reading.changeSettings(guildId, { voiceChat: false, names: null });
	expect((await store.reading.read(guildId)).settings).toEqual({
		...settings,
		voiceChat: false,
		holdMs: 1_500,
	});
	expect(await store.reading.read("another")).toEqual({ ...nothing, settings });
});

test("lists are changed as a whole, by whoever comes first", async () => {
	const add = (channelId: string, spokenIn: string | null) =>
		store.reading.changeChannels(guildId, (now) =>
			now.length < 2 ? [...now, { channelId, spokenIn }] : undefined,
		);
	const counts = await Promise.all([add("2", null), add("1", "voice"), add("3", null)]);
	expect(counts).toEqual([
		{ before: 0, after: 1 },
		{ before: 1, after: 2 },
		{ before: 2, after: 2 },
	]);
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

test("a server that Herald left keeps nothing of it", async () => {
	await store.reading.changeSettings(guildId, { voiceChat: true });
	await store.reading.changeChannels(guildId, () => [{ channelId: "1", spokenIn: null }]);
	await store.reading.changeIgnores(guildId, () => [{ kind: "role", value: "1" }]);
	await store.reading.changeSources(guildId, () => [{ kind: "bot", id: "1" }]);
	await store.dictionary.change(guildId, () => [{ word: "brb", say: "" }]);
	await store.preferences.changeMember(guildId, userId, { reading: false });
	await store.departures.note(guildId, 5);
	await store.departures.erase(6);
	const { settings, ...lists } = await store.reading.read(guildId);
	expect([settings.voiceChat, lists]).toEqual([null, { channels: [], ignores: [], sources: [] }]);
	expect(await store.dictionary.list(guildId)).toEqual([]);
	expect((await store.preferences.readMember(guildId, userId)).reading).toBeNull();
});

test("whoever isn't to be read still isn't after being forgotten, and nothing else is kept", async () => {
	const chosen = { voice: "Puck", language: "pt-BR", speed: 1.5, spokenName: "Ann" };
	await store.preferences.changeMember(guildId, userId, { ...chosen, reading: false });
	expect(await store.preferences.readMember(guildId, userId)).toMatchObject(chosen);
	const forget = () => store.forgetMember({ guildId, userId, today: 2 });
	expect(await forget()).toMatchObject({ preferences: true, staysUnread: true });
	expect(await forget()).toMatchObject({ preferences: false, staysUnread: true });
	expect(await store.preferences.readMember(guildId, userId)).toEqual({
		voice: null,
		style: null,
		delivery: null,
		language: null,
		speed: null,
		reading: false,
		spokenName: null,
	});
	await store.preferences.changeMember(guildId, userId, { reading: true });
	expect(await forget()).toMatchObject({ preferences: true, staysUnread: false });
});

test("of two members who choose one name at once, one gets it", async () => {
	const choose = (who: string) =>
		store.preferences.changeMember(
			guildId,
			who,
			{ spokenName: "Ann" },
			(spokenNames) => !spokenNames.includes("Ann"),
		);
	expect(await Promise.all([choose("a"), choose("b"), choose("a")])).toEqual([true, false, true]);
	expect((await store.preferences.readMember(guildId, "b")).spokenName).toBeNull();
});

test("what is read takes its share of the day and leaves the rest to what is asked for", async () => {
	const limits = { memberSecondsPerDay: 20, guildSecondsPerDay: 30, memberTextsPerMinute: 0 };
	const budget = new SpeechBudget(store, limits, () => 0);
	const read = (who: string, seconds: number) => budget.reserve(guildId, who, seconds * 1_000, 50);
	const refusedAs = (whose: string, onlyRead: boolean) =>
		expect.objectContaining({ detail: { kind: "over_budget", whose, onlyRead, reopensAt: 86_400_000 } });

	const first = await read(userId, 10);
	await expect(read(userId, 1)).rejects.toEqual(refusedAs("member", true));
	await expect(read("other", 6)).rejects.toEqual(refusedAs("guild", true));
	await read("other", 5);
	await budget.reserve(guildId, userId, 10_000);
	await expect(budget.reserve(guildId, userId, 1_000)).rejects.toEqual(refusedAs("member", false));

	// What wasn't made is given back to both.
	await first.settle(4_000);
	await expect(read("third", 7)).rejects.toEqual(refusedAs("guild", true));
	await expect(read(userId, 7)).rejects.toEqual(refusedAs("member", false));
	await read("third", 6);
});

test("where there is no limit, what is read has none", async () => {
	const limits = { memberSecondsPerDay: 0, guildSecondsPerDay: 0, memberTextsPerMinute: 0 };
	await new SpeechBudget(store, limits, () => 0).reserve(guildId, userId, 10_000_000, 1);
});

import { Hash } from "node:crypto";
import { join } from "node:path";
import { ManualClock } from "@herald/playground";
import Database from "better-sqlite3";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { button, showing, withSound } from "../support/answers.ts";
import type { Herald } from "../support/herald.ts";
import { serverPanel } from "../support/server-panel.ts";
import { sound, speakWell } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

/** How long a turn of the event loop may take, in ms. Only normalizing and hashing count, `stepMs` for each call. */
const longestMs = 50;
const stepMs = 0.1;

/** The time taken in the current turn of the event loop, and in the longest one. */
const taken = { ms: 0, longestMs: 0 };

// For Discord, no time passes, so that no answer is late even on a busy machine.
const { upstream, herald, playground, owner } = await useWorld(
	{ MEMBER_TEXTS_PER_MINUTE: "0", MEMBER_SECONDS_PER_DAY: "0", GUILD_SECONDS_PER_DAY: "0" },
	undefined,
	new ManualClock(),
);
const speakBriefly = sound(0.1);
upstream.behave(speakBriefly);
const panel = serverPanel(playground, owner);
for (const name of ["姫", "猫"]) await panel.add("presets", { name, voice: "Kore" });
const clock = performance.now.bind(performance);
let laterMs = 0;
vi.spyOn(performance, "now").mockImplementation(() => clock() + laterMs);
const endTurn = () => {
	taken.ms = 0;
};
const step = () => {
	if (taken.ms === 0) setImmediate(endTurn);
	laterMs += stepMs;
	taken.ms += stepMs;
	taken.longestMs = Math.max(taken.longestMs, taken.ms);
};
const { normalize } = String.prototype;
const normalized = vi.spyOn(String.prototype, "normalize").mockImplementation(function (this: string, form) {
	step();
	return normalize.call(this, form);
});
const { update } = Hash.prototype;
vi.spyOn(Hash.prototype, "update").mockImplementation(function (
	this: Hash,
	...given: Parameters<Hash["update"]>
) {
	step();
	return update.apply(this, given);
} as Hash["update"]);
afterAll(() => void vi.restoreAllMocks());

const use = (name: string, values: Parameters<Herald["playground"]["command"]>[2]) =>
	playground.command(owner, name, values).firstAnswer();
const importLines = (list: "words" | "dictionary", count: number, line: (n: number) => string) => {
	const lines = Array.from({ length: count }, (_, n) => line(n)).join("\n");
	return panel.import(list, Buffer.from(lines), "replace");
};
const expectNoStall = async (act: () => Promise<unknown>) => {
	taken.longestMs = 0;
	await act();
	expect(taken.longestMs).toBeLessThan(longestMs);
};

const turns = (count: number) => "姫：a\n猫：b\n".repeat(count / 2);

test("a dialogue of more than a thousand turns is read, and its mostly cached sound joined, without blocking", async () => {
	await importLines("words", 1, () => "grue");
	const refused = { text: `${turns(1_400)}姫：grue`, as: "file" };
	await expectNoStall(async () => expect((await use("say", refused)).content).toMatch(/word/));
	await expectNoStall(() => withSound(herald.say(owner, turns(1_400), { as: "file" })));
});

test("the sound of a long file of short turns is joined without blocking", async () => {
	const asked = await use("say", { file: playground.upload("a.txt", Buffer.from(turns(2_000))) });
	const read = () => playground.click(owner, asked, button(asked, "Read it aloud"));
	await expectNoStall(() => showing(read(), / in 1 file\n/));
});

test("a message of hundreds of turns is examined without blocking", async () => {
	const message = playground.post(owner, turns(480));
	await expectNoStall(() => playground.messageCommand(owner, "Read or not?", message).firstAnswer());
});

test.each([
	["words", (n: number) => `${n % 10}`, /1/],
	["dictionary", (n: number) => `一\t${n % 10}`, /1/],
] as const)(
	"an imported list of thousands of lines (%s) is read without blocking",
	async (list, line, answer) => {
		await expectNoStall(async () => expect(await importLines(list, 5_000, line)).toMatch(answer));
	},
);

test("lists at their longest are prepared without blocking, for a text and for a message", async () => {
	await importLines("dictionary", 500, (n) => `q${n}\tsaid`);
	await importLines("words", 1_000, (n) => `grue ${n}`);
	const message = playground.post(owner, "Something to read.");
	await expectNoStall(async () => {
		await use("say", { text: "grue 7" });
		await playground.messageCommand(owner, "Read or not?", message).firstAnswer();
		await panel.tryOut("q7");
	});
});

test("a name is compared with a thousand others without blocking", async () => {
	const database = new Database(join(herald.dataDir, "bot.db"));
	const insert = database.prepare(
		"INSERT INTO member_settings (guild_id, user_id, key, value) VALUES (?, ?, ?, ?)",
	);
	const { id } = playground.home.guild;
	database.transaction(() => {
		for (let n = 0; n < 1_000; n += 1) insert.run(id, `10000${n}`, "spokenName", JSON.stringify(`Name ${n}`));
	})();
	database.close();
	const name = async (given: string) => (await use("voice me", { name: given })).content;
	await expectNoStall(async () => {
		expect(await name("N A M E 777")).toMatch(/Choose another/);
		expect(await name("Nobody's")).toMatch(/Nobody/);
	});
});

test.each([
	["words", "guild_words", 999, (n: number) => `grue ${n}`, { words: "zork" }, "grue 0"],
	["dictionary", "dictionary", 499, (n: number) => `q${n}\tsaid`, { word: "z", say: "zed" }, "q0 →"],
] as const)(
	"a change of a long list (%s) doesn't block, and writes only the changed entries",
	async (list, table, count, line, added, removed) => {
		await importLines(list, count, line);
		const database = new Database(join(herald.dataDir, "bot.db"));
		database.exec("CREATE TABLE written (n)");
		for (const act of ["INSERT", "DELETE"])
			database.exec(
				`CREATE TRIGGER count_${act} AFTER ${act} ON ${table} BEGIN INSERT INTO written VALUES (1); END`,
			);
		await expectNoStall(async () => {
			await panel.add(list, added);
			await panel.remove(list, removed);
		});
		expect(database.prepare("SELECT count(*) FROM written").pluck().get()).toBe(2);
		database.exec("DROP TRIGGER count_INSERT; DROP TRIGGER count_DELETE; DROP TABLE written");
		database.close();
	},
);

test.each([
	["letters under forty accents each", "Hello".replace(/./g, `$&${"\u0301\u0489".repeat(20)}`).repeat(20)],
	["right-to-left overrides", `\u202e${"dlrow olleh ".repeat(100)}\u2066\u202e`],
	["halves of surrogate pairs", "Hello \ud83d and \udc4b there"],
	["spaces without a width", `Hello${"\u200b\u2060\ufeff".repeat(1_500)}there`],
	["control characters", "Hello \u0000\u0007\u001b[31m there"],
	["one word of 6,000 letters", "a".repeat(6_000)],
	["6,000 opening brackets", "[".repeat(6_000)],
	["6,000 spoiler bars", "|".repeat(6_000)],
	["3,000 unclosed mentions", "<@".repeat(3_000)],
	["emoji joined without end", "👩\u200d".repeat(1_500)],
	["6,000 marks on one letter, in no order", `a${"\u0301".repeat(3_000)}${"\u0316".repeat(2_999)}`],
])("a text of %s gets an answer, and breaks nothing", async (_, text) => {
	upstream.behave(speakWell);
	onTestFinished(() => upstream.behave(speakBriefly));
	normalized.mockClear();
	const answer = await use("say", { text });
	const marked = normalized.mock.contexts.map(String).filter((each) => /\p{M}{9}/u.test(each));
	// Herald must not normalize many marks on one letter: that takes time quadratic in their number.
	expect(marked).toEqual([]);
	expect(answer.content?.length ?? 0).toBeLessThanOrEqual(2_000);
	expect(answer.content).not.toMatch(/Something went wrong/);
});

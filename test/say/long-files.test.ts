import { eventually } from "@herald/common/testing/eventually.ts";
import { type Channel, ManualClock, type Member, type SeenMessage } from "@herald/playground";
import { ChannelType } from "discord-api-types/v10";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { formatLength } from "../../src/discord/show-text.ts";
import { Problem } from "../../src/shared/problem.ts";
import type { Store } from "../../src/store/store.ts";
import { button, labelsOf, showing, withSound } from "../support/answers.ts";
import { lookAt } from "../support/look-at.ts";
import { parseOgg, readOgg } from "../support/ogg.ts";
import { percentsOf } from "../support/percents-of.ts";
import { ifAsked, refuse, speakBriefly } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
/** The most bytes in a file. Each Line below makes about 100 KB, so that a file has two. */
const partMaxBytes = 260_000;

let member: Member;

/** How often the store has listed the books. */
let listed = 0;
/** The operation that the store refuses at the moment. */
let refused: "erase" | "list" | "note" | undefined;
const orRefused = ({ kept }: Store): Store["kept"] => {
	const check = (what: typeof refused) => {
		if (refused === what) throw new Problem({ kind: "not_stored" });
	};
	return {
		...kept,
		erase: async (...how) => {
			check("erase");
			await kept.erase(...how);
		},
		list: async (kind) => {
			if (kind !== "book") return kept.list(kind);
			check("list");
			listed += 1;
			return kept.list(kind);
		},
		note: async (...how) => {
			check("note");
			return kept.note(...how);
		},
	};
};

const clock = new ManualClock();
const { upstream, herald, playground } = await useWorld(
	{ MEMBER_SECONDS_PER_DAY: "0", GUILD_SECONDS_PER_DAY: "0", MEMBER_TEXTS_PER_MINUTE: "0" },
	{
		clock,
		requests: { backoffMs: [] },
		books: { partMaxBytes },
		wrapStore: (store) => ({ ...store, kept: orRefused(store) }),
	},
);
beforeEach(({ task }) => {
	refused = undefined;
	playground.faults.clear();
	playground.setPermissions(playground.home.bot, {});
	upstream.behave(speakBriefly);
	// A new member for each test, because speech of earlier tests' books may still be charged.
	member = playground.world.addMember(playground.home.guild, { username: task.id });
});

/** @param word - a word of this book's text: requests for earlier books may arrive late */
const requestsOf = (word: string) => upstream.requests.filter(({ body }) => body.includes(word));
/** Answers this many requests of a book, and holds later requests until the returned function is called. */
const speakSome = (count: number, word: string) => {
	const held = Promise.withResolvers<void>();
	upstream.behave(async (response, attempt, request) => {
		if (requestsOf(word).length > count) await held.promise;
		speakBriefly(response, attempt, request);
	});
	return held.resolve;
};
/** A Line that is estimated at 40 s by its words, and lasts 13 s. */
const paragraph = (word: string) => `${`${word} and so on `.repeat(26)}at last.`;
/** A book of 16 different paragraphs. */
const book = (word: string) =>
	Array.from("abcdefghijklmnop", (letter) => paragraph(`${word}${letter}`)).join("\n\n");
const chapter = (name: string, word: string, paragraphs: number) =>
	[`# ${name}`, ...Array(paragraphs).fill(paragraph(word))].join("\n\n");
const chapters = [chapter("One", "alphabetical", 11), chapter("Two_x_", "betterment", 8)].join("\n\n");

const { messages, find, select, booksLeft, noBookIsLeft, shows } = lookAt(herald, clock);
const offer = (content: string, values: Record<string, string> = {}): Promise<SeenMessage> => {
	const file = playground.upload("book.md", Buffer.from(content));
	return playground.command(member, "say", { file, ...values }).firstAnswer();
};
/** Presses the first button, which agrees to what is asked. */
const accept = (asked: SeenMessage) =>
	playground.click(member, asked, String(asked.components[0]?.custom_id));
const begin = async (content: string): Promise<SeenMessage> => {
	const offered = await offer(content);
	expect(offered.content).toMatch(/^This takes about 1\d minutes/);
	await accept(offered).firstAnswer();
	return offered;
};
const madeMs = () => select(`total(made_ms) FROM speech_days WHERE user_id = '${member.user.id}'`);
/** The files that came after a message. */
const filesAfter = ({ id }: SeenMessage) =>
	messages().flatMap(({ id: each, attachments }) => (BigInt(each) > BigInt(id) ? attachments : []));
const partsAfter = (status: SeenMessage) => filesAfter(status).map(({ filename }) => filename.slice(-6, -4));
const sumMs = (files: ReturnType<typeof filesAfter>) =>
	files.reduce((sum, { bytes }) => sum + readOgg(bytes).durationMs, 0);
/** Has a book's first two parts posted, and holds the requests for the rest. */
const postTwoParts = async (word: string) => {
	const release = speakSome(5, word);
	const status = await begin(book(word));
	await eventually(() => expect(partsAfter(status)).toEqual(["01", "02"]));
	return { release, status };
};
const ends = ({ id }: SeenMessage, how: RegExp) => shows(id, how);
const press = (status: SeenMessage, label: string, who = member) => {
	const shown = find(status.id);
	return playground.click(who, shown, button(shown, label)).firstAnswer();
};
const cancel = async (status: SeenMessage) => {
	await accept(find(status.id)).firstAnswer();
	await ends(status, /cancelled at \d+%/);
};
const posts = { method: "POST", path: /^\/channels\/\d+\/messages$/ };

test("a long file comes in parts cut at headings, with chapters, and its message shows the progress", async () => {
	const status = await offer(chapters);
	expect(status.content).toMatch(/^This takes about 1\d minutes to read aloud\.$/);
	expect(booksLeft()).toBe(1);
	await press(status, "Read it aloud");
	expect(find(status.id).content).toMatch(/^\*\*Kore\*\* · \d+% read\n> One alphabetical and so on/);
	await ends(status, /^\*\*Kore\*\* · \d+:\d\d in 10 files\n> One alphabetical/);
	const parts = messages().slice(-10);
	expect(parts.map(({ attachments }) => attachments[0]?.filename)).toEqual(
		parts.map(
			(_, index) => `Kore_One_alphabetical_and_so_on_alphabetical_${String(index + 1).padStart(2, "0")}.ogg`,
		),
	);
	for (const { content } of parts) expect(content).toContain(` · for <@${member.user.id}>\n> `);
	const chaptersIn = filesAfter(status).map(({ bytes }) => {
		expect(bytes.byteLength).toBeLessThan(partMaxBytes);
		expect(readOgg(bytes).durationMs).toBeGreaterThan(10_000);
		const head = Buffer.from(bytes.subarray(0, 500)).toString("latin1");
		return head.match(/CHAPTER\d+(?:NAME)?=[\w:.]+?(?=OggS|\W\0|$)/g) ?? [];
	});
	const began = (name: string) => ["CHAPTER001=00:00:00.000", `CHAPTER001NAME=${name}`];
	expect(chaptersIn).toEqual([began("One"), [], [], [], [], [], began("Two_x_"), [], [], []]);
	expect(parts[6]?.content).toContain("\n> Two\\_x\\_");
	await noBookIsLeft();
});

test("a long heading is cut between characters", async () => {
	const heading = `${"A chapter with a long name ".repeat(4).slice(0, 99)}\u{1f600} and more`;
	const status = await begin(
		[chapter(heading, "alphabetical", 11), chapter("Two", "betterment", 8)].join("\n\n"),
	);
	await ends(status, /in 10 files/);
	for (const { content } of messages()) expect(content.isWellFormed()).toBe(true);
});

/** The length of each silence in a file, in ms. */
const measurePauses = (file: Uint8Array): number[] => {
	const packets = parseOgg(file)
		.slice(2)
		.flatMap(({ packets }) => packets.map(({ length }) => (length === 3 ? "-" : "x")));
	return (packets.join("").match(/-+/g) ?? []).map((run) => run.length * 20);
};

test("a long file that names its speakers is spoken by them, with pauses between them", async () => {
	const spoken = ["Kore", "Puck", "Leda"].map((name, n) => ({
		name,
		words: paragraph(`mahogany${"xyz"[n]}`),
	}));
	const turns = Array.from({ length: 16 }, (_, n) => spoken[n % 3] as (typeof spoken)[number]);
	const script = turns.map(({ name, words }) => `**${name}:** ${words}`).join("\n\n");
	const status = await offer(script, { voice: "Charon" });
	await press(status, "Read it aloud");
	expect(find(status.id).content).toMatch(
		/^\*\*Kore, Puck, Leda\*\* · \d+% read\n> Kore: mahoganyx and so on/,
	);
	await ends(status, /^\*\*Kore, Puck, Leda\*\* · \d+:\d\d in \d files/);
	const voices = upstream.asked().map(({ voice, text }) => `${voice}: ${text}`);
	expect(voices).toEqual(spoken.map(({ name, words }) => `${name}: ${words}`));
	const sounds = filesAfter(status);
	expect(sounds[0]?.filename).toBe("Kore_mahoganyx_and_so_on_mahoganyx_and_01.ogg");
	const pauses = sounds.flatMap(({ bytes }) => measurePauses(bytes));
	expect(pauses).toHaveLength(16 - sounds.length);
	expect(Math.min(...pauses)).toBeGreaterThanOrEqual(300);
	expect(Math.max(...pauses)).toBeLessThanOrEqual(500);
});

test("a long file cancelled in the middle is charged for what was made, and leaves nothing behind", async () => {
	const release = speakSome(3, "gamekeeper");
	const status = await begin(book("gamekeeper"));
	await ends(status, /· (?:[5-9]|1\d|20)% read/);
	const eve = playground.world.addMember(playground.home.guild, { username: "eve" });
	expect((await press(status, "Cancel", eve)).content).toMatch(/Only the member who started this text/);
	await cancel(status);
	release();
	await noBookIsLeft();
	expect(requestsOf("gamekeeper").length).toBeLessThan(8);
	await eventually(() => expect(madeMs()).toBeLessThan(5 * 13_000));
	expect(madeMs()).toBeGreaterThan(20_000);
	expect(find(status.id).components).toEqual([]);
});

test("after a restart, a long file goes on with what wasn't posted yet, and is charged once", async () => {
	const { release, status } = await postTwoParts("delphinium");
	const restarted = herald.restart();
	release();
	await restarted;
	expect(booksLeft()).toBe(1);
	await ends(status, /in \d files/);
	const files = filesAfter(status);
	const heardMs = sumMs(files);
	expect(find(status.id).content).toContain(`**Kore** · ${formatLength(heardMs)} in ${files.length} files`);
	// Requests that the restart cut off are charged at their estimates, and are sent again.
	expect(madeMs() - heardMs).toBeGreaterThan(-1_000);
	expect(madeMs() - heardMs).toBeLessThan(2 * 50_000);
	expect(new Set(partsAfter(status)).size).toBe(files.length);
	const percents = percentsOf(playground, status.id);
	expect(percents).toEqual(percents.toSorted((a, b) => a - b));
	expect(percents.length).toBeGreaterThan(1);
});

test("a long file that exceeds the day says what fits and which setting allows more, and only that part is spoken", async () => {
	const whole = await begin(chapters);
	await ends(whole, /in 10 files/);
	const wholeMs = sumMs(filesAfter(whole));
	await herald.restart({ MEMBER_SECONDS_PER_DAY: "600", GUILD_SECONDS_PER_DAY: "1800" });
	onTestFinished(() => herald.restart({}));
	herald.advance(day);
	const offered = await offer(chapters);
	expect(offered.content.split("\n")).toEqual([
		expect.stringMatching(
			/^This takes about 1\d minutes to read aloud: 4\d% of this server's speaking time per day\.$/,
		),
		"You have 10 minutes left today of your 10 minutes. Whoever hosts this bot can raise that (`MEMBER_SECONDS_PER_DAY`).",
		"The first 9 minutes can be read today.",
	]);
	const wholeMinutes = Number(/\d+/.exec(offered.content)?.[0]);
	await press(offered, "Don't read it");
	expect(find(offered.id)).toMatchObject({
		content: "All right, Herald won't read this text.",
		components: [],
	});
	expect(booksLeft()).toBe(0);
	const again = await offer(chapters);
	await press(again, "Read what fits");
	await ends(
		again,
		/· \d:\d\d in \d files\n> .*\n-# \d+% of the text has been read\. The rest can be read later; it is erased <t:\d+:R>\./,
	);
	const [told = ""] = /\d+%/.exec(find(again.id).content) ?? [];
	// What was offered: 9 to 10 minutes, as a share of the whole length, which is known to the minute.
	expect(Number.parseInt(told, 10) / 100).toBeGreaterThan(9 / wholeMinutes - 0.01);
	expect(Number.parseInt(told, 10) / 100).toBeLessThan(10 / (wholeMinutes - 1));
	// On the second day, all of the speech came from the cache.
	const today = "day = (SELECT max(day) FROM speech_days)";
	expect(select(`coalesce(max(made_ms), 0) FROM speech_days WHERE ${today}`)).toBe(0);
	const { length: before } = filesAfter(again);
	await herald.restart();
	expect((await press(again, "Read the rest")).content).toContain(` · ${told} read\n`);
	await ends(again, /· \d:\d\d in \d+ files\n> [^\n]*$/);
	const files = filesAfter(again);
	expect(files.length).toBeGreaterThan(before);
	expect(find(again.id)).toMatchObject({
		content: expect.stringContaining(`${formatLength(sumMs(files))} in ${files.length} files`),
		components: [],
	});
	// Each paragraph is in the files once.
	expect(Math.abs(sumMs(files) - wholeMs)).toBeLessThan(500);
	await noBookIsLeft();
});

test("speech requested when a long file was cancelled is kept, and not requested again", async () => {
	const release = speakSome(0, "unhurried");
	const status = await begin(book("unhurried"));
	await eventually(() => expect(requestsOf("unhurried")).toHaveLength(2));
	await cancel(status);
	release();
	await noBookIsLeft();
	await ends(await begin(book("unhurried")), /in 8 files/);
	expect(requestsOf("unhurried")).toHaveLength(16);
});

test("a long file ended by an empty account has a button for a code, and one for the rest", async () => {
	upstream.behave(ifAsked("paupersh", refuse(403, "insufficient_user_quota"), speakBriefly));
	const status = await begin(book("paupers"));
	await ends(
		status,
		/ended at 43%[\s\S]*account that pays for speech has no credit left[\s\S]*43% of the text has been read/,
	);
	expect(labelsOf(find(status.id))).toEqual(["Redeem a code", "Read the rest"]);
	upstream.behave(speakBriefly);
	// A refused account is asked again only after a while.
	clock.advance(minute);
	await press(status, "Read the rest");
	await ends(status, /in \d files\n> [^\n]*$/);
	const parts = partsAfter(status);
	expect(new Set(parts).size).toBe(parts.length);
});

test.each<[what: string, act: (status: SeenMessage, channel: Channel) => void]>([
	["its channel is deleted", (_, channel) => playground.world.removeChannel(channel)],
	["Herald is removed", () => playground.world.setPresence(playground.home.guild, "commands")],
	["its own message is deleted", (status) => playground.messages.delete(status.id)],
])("a long file makes no further requests once %s", async (what, act) => {
	const channel = playground.createChannel({ type: ChannelType.GuildText, name: "library" });
	const word = `gone${what.replaceAll(/\W/g, "")}`;
	const release = speakSome(1, word);
	const file = playground.upload("book.md", Buffer.from(book(word)));
	const status = await playground.command(member, "say", { file }, { channel }).firstAnswer();
	await press(status, "Read it aloud");
	await eventually(() => expect(requestsOf(word)).toHaveLength(3));
	act(status, channel);
	await noBookIsLeft();
	release();
	playground.world.setPresence(playground.home.guild, "bot");
	// Once this text is spoken, any request that the long file would still have made has arrived.
	await withSound(herald.say(member, "Anything else."));
	expect(requestsOf(word)).toHaveLength(3);
});

test("/forget-me ends and erases a long text that is being spoken for the member", async () => {
	const release = speakSome(0, "goldfishes");
	const status = await begin(book("goldfishes"));
	const asked = await playground.command(member, "forget-me").firstAnswer();
	expect(asked.content).toMatch(/presets[\s\S]*a long text being read for you \(it stops\)/);
	await showing(accept(asked), /^Erased: .*the long text that was being read for you/);
	release();
	await ends(status, /cancelled at 0%/);
	expect(booksLeft()).toBe(0);
});

test("if Herald may no longer post, a long file ends with a sentence, and only the speech made is charged", async () => {
	const { release, status } = await postTwoParts("alabaster");
	// The five answered requests, the one for the awaited Line, and the one for the Line after it.
	await eventually(() => expect(requestsOf("alabaster")).toHaveLength(7));
	playground.setPermissions(playground.home.bot, { deny: ["AttachFiles"] });
	release();
	await ends(status, /ended at \d+%\n> alabastera and so on .*\n.*post/);
	expect(requestsOf("alabaster")).toHaveLength(7);
	expect(partsAfter(status)).toEqual(["01", "02"]);
	await noBookIsLeft();
	// Until a request is answered, its estimate is charged, which is higher than its cost.
	await eventually(() => expect(madeMs()).toBeLessThan(9 * 13_000));
	expect(madeMs()).toBeGreaterThan(5 * 12_000);
});

test("if its thread is locked, a long file ends with a sentence", async () => {
	playground.faults.fail(posts, 400, 160_005, "Thread is locked");
	const status = await begin(book("serpentine"));
	await ends(status, /ended at \d+%\n> serpentinea and so on .*\n.*post/);
	expect(herald.logs.filter(({ event }) => event === "book_failed")).toEqual([]);
	await noBookIsLeft();
});

test("a long file ends a day after it began: posted parts stay, and nothing else is kept", async () => {
	const { release, status } = await postTwoParts("bartender");
	clock.advance(day - 1);
	expect(booksLeft()).toBe(1);
	clock.advance(1);
	await ends(status, /not finished within a day, ended at \d+%/);
	release();
	expect(find(status.id).components).toEqual([]);
	expect(partsAfter(status)).toEqual(["01", "02"]);
	await noBookIsLeft();
	await eventually(() => expect(madeMs()).toBeLessThan(7 * 13_000));
});

test("a part that Discord refuses for a while is posted later, and only once even if it had arrived", async () => {
	const { faults } = playground;
	faults.failAnswer(posts, 503);
	faults.fail({ ...posts, times: 2 }, 502);
	const release = speakSome(5, "cathedral");
	const status = await begin(book("cathedral"));
	await eventually(() => {
		clock.advance(1_000);
		expect(faults.waiting).toBe(0);
		expect(partsAfter(status)).toEqual(["01", "02"]);
	});
	await cancel(status);
	release();
});

test("an unanswered offer is forgotten when another one is made, or after a quarter of an hour, even over a restart", async () => {
	const first = await offer(book("daffodilly"));
	expect(first.content).toMatch(/^This takes about 1\d minutes/);
	const second = await offer(book("evergreens"));
	await eventually(() => expect(booksLeft()).toBe(1));
	const over = await accept(first).firstAnswer();
	expect(over.content).toMatch(/^That text is no longer available/);
	clock.advance(5 * minute);
	await herald.restart();
	clock.advance(10 * minute - 1_000);
	expect(booksLeft()).toBe(1);
	await eventually(() => {
		clock.advance(1_000);
		expect(booksLeft()).toBe(0);
	});
	expect(find(second.id).content).toMatch(/^This takes/);
});

test("/forget-me forgets the text that a member is being asked about, and says so", async () => {
	await offer(book("grasshopper"));
	const asked = await playground.command(member, "forget-me").firstAnswer();
	await accept(asked).message(({ content }) => /the text behind the buttons of an answer/.test(content));
	expect(booksLeft()).toBe(0);
});

test("a long file whose day ended while Herald was away is reported as ended afterwards", async () => {
	const release = speakSome(0, "hummingbird");
	const status = await begin(book("hummingbird"));
	// Moves the clock that decides whether a stored book is old, but not the timers' clock.
	herald.advance(25 * 60 * minute);
	await herald.restart();
	release();
	clock.advance(day - 1_000);
	await eventually(() => {
		clock.advance(1_000);
		expect(find(status.id)).toMatchObject({
			content: expect.stringMatching(/not finished within a day, ended at 0%/),
			components: [],
		});
	});
	await noBookIsLeft();
});

test("a long file that is over is erased as soon as the store allows, and isn't spoken again", async () => {
	const release = speakSome(0, "fascination");
	const status = await begin(book("fascination"));
	refused = "erase";
	await cancel(status);
	release();
	clock.advance(30_000);
	expect(booksLeft()).toBe(1);
	refused = undefined;
	await eventually(() => {
		clock.advance(1_000);
		expect(booksLeft()).toBe(0);
	});
});

test("a long file that the store can't save uses nothing of the day, and can be begun later", async () => {
	const offered = await offer(book("daffodilly"));
	refused = "note";
	expect((await accept(offered).firstAnswer()).content).toMatch(/couldn't save that/);
	expect(madeMs()).toBe(0);
	refused = undefined;
	accept(offered);
	await ends(offered, /in 8 files/);
});

test("an offer stays valid if the store is first read some time after a restart", async () => {
	refused = "list";
	await herald.restart();
	const offered = await offer(book("periwinkle"));
	refused = undefined;
	const before = listed;
	clock.advance(30_000);
	await eventually(() => expect(listed).toBe(before + 1));
	accept(offered);
	await ends(offered, /in 8 files/);
});

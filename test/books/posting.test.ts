import { eventually } from "@herald/common/testing/eventually.ts";
import { ManualClock, type Member, type SeenMessage } from "@herald/playground";
import { beforeEach, expect, test } from "vitest";
import { Problem } from "../../src/shared/problem.ts";
import type { Store } from "../../src/store/store.ts";
import { quickAttempts } from "../support/herald.ts";
import { lookAt } from "../support/look-at.ts";
import { speakBriefly } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

const minute = 60_000;

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
	// Each Line below makes about 100 KB, so that `partMaxBytes` has room for two.
	{
		timing: quickAttempts,
		clock,
		requests: { backoffMs: [] },
		books: { partMaxBytes: 260_000 },
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
/** A book of 16 different paragraphs. Each is estimated at 40 s by its words, and its sound lasts 13 s. */
const book = (word: string) =>
	Array.from("abcdefghijklmnop", (letter) => `${`${word}${letter} and so on `.repeat(26)}at last.`).join(
		"\n\n",
	);

const { messages, find, select, booksLeft, noBookIsLeft, shows } = lookAt(herald);
const offer = (content: string): Promise<SeenMessage> => {
	const file = playground.upload("book.txt", Buffer.from(content));
	return playground.command(member, "say", { file }).firstAnswer();
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
const partsAfter = ({ id }: SeenMessage) =>
	messages()
		.filter((message) => BigInt(message.id) > BigInt(id))
		.map(({ attachments }) => attachments[0]?.filename?.slice(-6, -4));
/** Has a book's first two parts posted, and holds the requests for the rest. */
const postTwoParts = async (word: string) => {
	const release = speakSome(5, word);
	const status = await begin(book(word));
	await eventually(() => expect(partsAfter(status)).toEqual(["01", "02"]));
	return { release, status };
};
const ends = ({ id }: SeenMessage, how: RegExp) => shows(id, how);
const cancel = async (status: SeenMessage) => {
	await accept(find(status.id)).firstAnswer();
	await ends(status, /cancelled at \d+%/);
};
const posts = { method: "POST", path: /^\/channels\/\d+\/messages$/ };

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
	clock.advance(24 * 60 * minute - 1);
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
	clock.advance(24 * 60 * minute - 1_000);
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

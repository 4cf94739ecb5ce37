import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { Backlog } from "../../src/reading/backlog.ts";
import { contentOf } from "./message-content.ts";

let backlog: Backlog;
let now: number;
let count: number;
beforeEach(() => {
	backlog = new Backlog();
	now = 1_000_000;
	count = 0;
});

const write = (
	authorId: string,
	body: string,
	more: { channelId?: string; follows?: boolean; goesFirst?: boolean } = {},
): string => {
	count += 1;
	const { channelId = "chat", follows = true, goesFirst = false } = more;
	const place = { id: String(count), channelId, authorId, at: now };
	backlog.expect(place)(contentOf(body, { follows, goesFirst }));
	return place.id;
};
const take = (holdMs = 0) => {
	const utterance = backlog.take(now, holdMs);
	return utterance?.messages.map(({ content }) => content.body).join("|");
};

describe("members who go first", () => {
	const first = { goesFirst: true };

	test("are read before waiting members, at most every second time, and in their own order", () => {
		for (const body of ["a1", "a2", "a3"]) write(`anna ${body}`, body);
		write("ben", "b1", { ...first, follows: false });
		write("ben", "b2", { ...first, follows: false });
		write("cleo", "c1", first);
		expect([take(), take(), take(), take(), take(), take()]).toEqual(["b1", "a1", "b2", "a2", "c1", "a3"]);
		write("ben", "b3", first);
		write("cleo", "c2", first);
		expect([take(), take()]).toEqual(["b3", "c2"]);
	});

	test("don't overtake a message of their own that is still being decided on", () => {
		write("anna", "a1");
		const decide = backlog.expect({ id: "late", channelId: "chat", authorId: "ben", at: now });
		write("ben", "b2", first);
		expect(take()).toBe("a1");
		expect(take()).toBeUndefined();
		decide(contentOf("b1", first));
		expect(take()).toBe("b1|b2");
	});
});

describe("merging", () => {
	test("makes texts of at most 600 characters", () => {
		write("anna", "x".repeat(300));
		write("anna", "y".repeat(299));
		write("anna", "z");
		expect([take()?.length, take()]).toEqual([600, "z"]);
	});

	test("begins a new text with a reply, or with a message from another channel", () => {
		write("anna", "one");
		write("anna", "to Ben", { follows: false });
		write("anna", "after it");
		write("anna", "elsewhere", { channelId: "other" });
		expect([take(), take(), take()]).toEqual(["one", "to Ben|after it", "elsewhere"]);
	});
});

describe("while a message waits,", () => {
	test("an edit replaces it in its place", () => {
		const edited = write("anna", "tpyo");
		write("ben", "answer");
		const decide = backlog.reopen(edited, "typo");
		expect(take()).toBeUndefined();
		decide?.(contentOf("typo"));
		expect([take(), take()]).toEqual(["typo", "answer"]);
	});

	test("only the newest of several edits counts, however long it takes to decide on each", () => {
		const edited = write("anna", "first");
		const second = backlog.reopen(edited, "second");
		const third = backlog.reopen(edited, "third");
		third?.(contentOf("third"));
		second?.(contentOf("second"));
		expect(take()).toBe("third");
	});

	test("an update that leaves its words unchanged changes nothing", () => {
		expect(backlog.reopen(write("anna", "same"), "same")).toBeUndefined();
	});

	test("an edit can take it out, and a message that is no longer waiting isn't edited", () => {
		const edited = write("anna", "one");
		write("ben", "two");
		backlog.reopen(edited, "//")?.(undefined);
		expect(take()).toBe("two");
		expect(backlog.reopen(edited, "again")).toBeUndefined();
	});

	test("it can be held back for moderation", () => {
		write("anna", "one");
		expect(backlog.dueAt(2_000)).toBe(now + 2_000);
		expect(take(2_000)).toBeUndefined();
		now += 2_000;
		expect(take(2_000)).toBe("one");
		expect(backlog.dueAt(2_000)).toBeUndefined();
	});
});

describe("repetitions", () => {
	test("an author's repeated words are read once within ten seconds, and another author's same words are read, too", () => {
		write("anna", "hello");
		now += 9_999;
		write("anna", "hello");
		write("ben", "hello");
		write("anna", "bye");
		now += 1;
		write("anna", "hello");
		expect([take(), take(), take()]).toEqual(["hello", "hello", "bye|hello"]);
	});

	test("messages without words, such as pictures, aren't repetitions of each other", () => {
		write("anna", "");
		write("anna", "");
		expect(take()).toBe("|");
	});
});

describe("when it falls behind", () => {
	const shedAfter = (seconds: number) => {
		write("anna", `after ${seconds}`);
		now += seconds * 1_000 + 1;
		return backlog.take(now, 0)?.shed;
	};

	test("names are dropped first, then speech gets faster, then only first sentences are read", () => {
		expect(shedAfter(14)).toEqual({ names: true, tempo: 1, firstSentence: false });
		expect(shedAfter(15)).toEqual({ names: false, tempo: 1, firstSentence: false });
		expect(shedAfter(30)).toEqual({ names: false, tempo: 1.15, firstSentence: false });
		expect(shedAfter(45)).toEqual({ names: false, tempo: 1.15, firstSentence: true });
		expect(shedAfter(60)).toEqual({ names: false, tempo: 1.3, firstSentence: true });
	});

	test("the ids of messages that were left out or repeated are reported with the reason", () => {
		const late = write("anna", "too late");
		const twice = [write("ben", "twice"), write("ben", "twice")];
		now += 91_000;
		take();
		const skipped = backlog.takeSkipped().map(({ id, reason }) => `${id} ${reason}`);
		expect(skipped).toEqual([`${twice[1]} repeated`, `${late} left_behind`, `${twice[0]} left_behind`]);
	});

	test("a message left out before it is decided on is counted only if it was to be read", () => {
		const place = (n: number) => ({ id: `undecided ${n}`, channelId: "chat", authorId: "anna", at: now });
		const [first, second] = [backlog.expect(place(1)), backlog.expect(place(2))];
		for (let n = 0; n < 500; n += 1) write("anna", `message ${n}`, { follows: false });
		first?.(contentOf("one"));
		second?.(undefined);
		expect(backlog.take(now, 0)).toMatchObject({ leftOut: 1 });
	});
});

test("whatever happens, no message is read twice, and messages are read in order", () => {
	const act = fc.oneof(
		fc.record({ kind: fc.constant("write" as const), author: fc.constantFrom("anna", "ben") }),
		fc.record({ kind: fc.constantFrom("take" as const, "delete" as const, "put back" as const) }),
		fc.record({ kind: fc.constant("wait" as const), ms: fc.nat(60_000) }),
	);
	fc.assert(
		fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
			backlog = new Backlog();
			const read: number[] = [];
			for (const [at, each] of acts.entries()) {
				if (each.kind === "write") write(each.author, `message ${at}`);
				else if (each.kind === "wait") now += each.ms;
				else if (each.kind === "delete") backlog.remove(({ id }) => id === String(count));
				else {
					const ids = backlog.take(now, 0)?.messages ?? [];
					if (each.kind === "put back") backlog.putBack(ids);
					else read.push(...ids.map(({ id }) => Number(id)));
				}
			}
			expect(read).toEqual([...new Set(read)].sort((a, b) => a - b));
		}),
	);
});

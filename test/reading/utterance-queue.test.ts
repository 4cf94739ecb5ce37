import { createLogger } from "@herald/common/log.ts";
import { ManualClock } from "@herald/playground";
import { Collection, type Guild, PermissionsBitField } from "discord.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { UtteranceSound } from "../../src/reading/backlog.ts";
import type { ReadingParts } from "../../src/reading/reading-parts.ts";
import { UtteranceQueue } from "../../src/reading/utterance-queue.ts";
import type { UtteranceWriter } from "../../src/reading/utterance-writer.ts";
import type { VoiceChat } from "../../src/reading/voice-chat.ts";
import { inGuild } from "../../src/shared/party.ts";
import { Problem } from "../../src/shared/problem.ts";
import { UnderWay } from "../../src/shared/under-way.ts";
import type { SessionControl } from "../../src/voice/sessions.ts";
import type { ItemEnd, ItemLines, ItemState, QueuedItem, QueueItem } from "../../src/voice/voice-channels.ts";
import { anyPayer } from "../support/payer.ts";
import { contentOf } from "./message-content.ts";

/** All members may stop what they wrote; the manager may stop everything. */
const members = new Collection(
	["manager", "zoe"].map((id) => {
		const permissions = new PermissionsBitField(id === "manager" ? "ManageGuild" : []);
		return [id, { id, permissions }];
	}),
);
const guild = {
	id: "guild",
	client: { user: { id: "herald" }, users: { cache: new Collection() } },
	members: { cache: members },
	channels: { cache: new Collection() },
	voiceStates: { cache: new Collection([...members.keys()].map((id) => [id, { id, channelId: "voice" }])) },
} as unknown as Guild;
for (const member of members.values()) Object.assign(member, { guild });

/** A voice channel that plays when the test says so. */
class FakeChannel {
	readonly texts: (QueuedItem & { state: ItemState })[] = [];
	readonly heard: string[] = [];
	readonly asked: string[] = [];
	/**
	 * Whether the next text's sound is made, and only its first packet is awaited: the text can't be rewritten any
	 * more.
	 */
	isBegun = false;
	#count = 0;

	readonly registry = { places: { noteWaiting: () => {} } };

	channelOf(): string {
		return "voice";
	}

	queue(): Pick<NonNullable<ReturnType<SessionControl["queue"]>>, "items"> {
		return { items: this.texts };
	}

	readInto(_guildId: string, text: QueueItem): QueuedItem {
		this.#count += 1;
		const queued = { ...text, id: String(this.#count), votes: [], state: "waiting" as const };
		this.asked.push(sayOf(text));
		this.texts.push(queued);
		return queued;
	}

	rewrite(_guildId: string, textId: string, written: ItemLines): boolean {
		const text = this.texts.find(({ id }) => id === textId);
		if (text?.state !== "waiting" || (this.isBegun && text === this.texts[0])) return false;
		this.asked.push(sayOf(Object.assign(text, written)));
		return true;
	}

	withdraw(_guildId: string, concerns: (text: QueuedItem) => boolean): void {
		for (const text of this.texts.filter(concerns)) this.end(text, { how: "withdrawn" });
	}

	/** Begins the next text. @returns false if there is none, or if it may no longer start */
	play(): boolean {
		const [next] = this.texts;
		if (!next) return false;
		next.news?.emit("starting");
		if (this.texts[0] !== next) return false;
		next.state = "playing";
		this.heard.push(sayOf(next));
		next.news?.emit("event", { kind: "started" });
		return true;
	}

	end(text = this.texts[0], end: ItemEnd = { how: "heard" }): void {
		if (!text) return;
		this.texts.splice(this.texts.indexOf(text), 1);
		text.news?.emit("event", { kind: "ended", ...end });
		void text.payer.settle([]);
	}
}

const sayOf = ({ lead = [], lines }: ItemLines): string =>
	[...lead, ...lines].map(({ text }) => text).join(" ");

let clock: ManualClock;
let channel: FakeChannel;
let queue: UtteranceQueue;
let open: number;
/** How many texts have been prepared. */
let prepared: number;
let gate: Promise<void>;
let hidden: Set<string>;
let count: number;

beforeEach(() => {
	clock = new ManualClock();
	channel = new FakeChannel();
	open = 0;
	prepared = 0;
	gate = Promise.resolve();
	count = 0;
	hidden = new Set();
	const writer: Pick<UtteranceWriter, "prepare" | "write" | "reserve" | "authorOf"> = {
		prepare: async () => {
			await gate;
			prepared += 1;
			return {} as UtteranceSound;
		},
		write: ({ messages, shed, leftOut }, before) => {
			const [first] = messages;
			const named = shed.names && first !== undefined && before?.authorId !== first.authorId;
			const lead = [
				...(leftOut > 0 ? [`(${leftOut} left out)`] : []),
				...(named ? [`${first.authorId}:`] : []),
			];
			return {
				lead: lead.map((text) => ({ text, voice: "Kore" })),
				lines: messages.map(({ content }) => ({ text: content.body, voice: "Kore" })),
				estimateMs: 4_000,
				named,
				shortened: 0,
			};
		},
		reserve: async () => {
			open += 1;
			return {
				...anyPayer,
				settle: async () => {
					open -= 1;
				},
			};
		},
		authorOf: () => ({ place: inGuild("guild"), userId: "herald" }),
	};
	const chat = { tell: () => {} } as unknown as VoiceChat;
	const parts = {
		clock,
		say: {},
		voice: channel,
		guard: { mayBeHeard: (_guild: Guild, _here: string, channelId: string) => !hidden.has(channelId) },
		verdicts: { noteSkip: () => {} },
		edits: new UnderWay(),
		logger: createLogger("test", "silent"),
	} as unknown as ReadingParts;
	queue = new UtteranceQueue(guild, writer as UtteranceWriter, chat, parts);
});
// Whatever happened, all reserved speech is released in the end.
afterEach(async () => {
	await settle();
	queue.close();
	await settle();
	expect(open).toBe(0);
});

const settle = () => new Promise(setImmediate);
const write = async (authorId: string, body: string, channelId = "chat"): Promise<string> => {
	count += 1;
	const id = `m${count}`;
	queue.decide(queue.expect({ id, channelId, authorId, at: clock.now() }), contentOf(body));
	await settle();
	return id;
};
const deleted = async (id: string): Promise<void> => {
	queue.drop((place) => place.id === id);
	await settle();
};
const edited = async (id: string, body: string): Promise<void> => {
	const slot = queue.reopen(id, body);
	if (slot) queue.decide(slot, contentOf(body));
	await settle();
};
/** Begins the next text. */
const play = async (): Promise<void> => {
	channel.play();
	await settle();
};
/** Ends the first text. */
const end = async (how?: ItemEnd): Promise<void> => {
	channel.end(channel.texts[0], how);
	await settle();
};
/** Plays the next text to its end. */
const hearNext = async (): Promise<void> => {
	await play();
	await end();
};
const pass = async (ms: number): Promise<void> => {
	clock.advance(ms);
	await settle();
};
/** Plays all texts. @returns the texts that were heard, in order */
const hearAll = async (): Promise<readonly string[]> => {
	for (let n = 0; n < 100; n += 1) {
		if (channel.texts[0]?.state === "playing" || channel.play()) channel.end();
		await settle();
	}
	return channel.heard;
};

test("a message is requested at once, and later ones only when they are nearly needed", async () => {
	for (const author of ["anna", "ben", "cleo", "dora", "emil"]) await write(author, `I am ${author}`);
	expect(channel.asked).toEqual(["anna: I am anna", "ben: I am ben"]);
	await play();
	expect(channel.asked).toHaveLength(3);
	expect(await hearAll()).toHaveLength(5);
});

test("a message isn't held up by announcements that wait", async () => {
	const announcement = {
		lines: [{ text: "Ben joined", voice: "Kore" }],
		estimateMs: 7_000,
		userId: "herald",
	};
	const payer = { ...anyPayer, settle: async () => {} };
	channel.readInto("guild", { ...announcement, payer, priority: "read" });
	await write("anna", "hello");
	expect(channel.asked).toEqual(["Ben joined", "anna: hello"]);
});

test("if a later part of a merged text is deleted while it is heard, the part before it is read again", async () => {
	await write("ben", "b");
	await write("cleo", "c");
	await write("anna", "the first and long message");
	const last = await write("anna", "the last one");
	await hearNext();
	await hearNext();
	channel.play();
	clock.advance(1_000);
	await deleted(last);
	await hearAll();
	expect(channel.heard.slice(-2)).toEqual([
		"anna: the first and long message the last one",
		"the first and long message",
	]);
});

test("words that an edit removed before they were heard don't count for repetitions", async () => {
	await write("ben", "something long");
	await play();
	await edited(await write("anna", "yes"), "no");
	await write("anna", "yes");
	await end();
	expect(await hearAll()).toEqual(["ben: something long", "anna: no", "yes"]);
});

test("the unheard parts of a merged text come before later messages", async () => {
	for (const who of ["zoe", "ben"]) await write(who, "one");
	const first = await write("anna", "the first part of it");
	await write("anna", "the second part of it");
	for (const who of ["dora", "emil"]) await write(who, "written later");
	await hearNext();
	await hearNext();
	await play();
	await deleted(first);
	expect((await hearAll()).slice(3)).toEqual([
		"the second part of it",
		"dora: written later",
		"emil: written later",
	]);
});

test("an author is named again if the text that named them isn't heard", async () => {
	await write("zoe", "zero");
	await play();
	const one = await write("anna", "one");
	await write("anna", "two");
	expect(channel.asked.slice(1)).toEqual(["anna: one", "two"]);
	await deleted(one);
	expect(await hearAll()).toEqual(["zoe: zero", "anna: two"]);
});

test("an edit is read even if the sound is made and waits to be heard", async () => {
	const one = await write("anna", "oen");
	await write("ben", "two");
	channel.isBegun = true;
	await edited(one, "one");
	expect(await hearAll()).toEqual(["anna: one", "ben: two"]);
});

test("a message whose edit is being decided on doesn't start with its old words", async () => {
	const one = await write("anna", "one");
	const slot = queue.reopen(one, "changed");
	expect(channel.play()).toBe(false);
	await settle();
	if (slot) queue.decide(slot, contentOf("changed"));
	await settle();
	expect(await hearAll()).toEqual(["anna: changed"]);
});

test("a message deleted before it is heard and then written again is read", async () => {
	await write("zoe", "zero");
	channel.play();
	const one = await write("anna", "one");
	await deleted(one);
	await write("anna", "one");
	expect(await hearAll()).toEqual(["zoe: zero", "anna: one"]);
});

test("stopping also ends one's own waiting messages, and those of all only if a manager stops", async () => {
	const writeAll = async () => {
		for (const author of ["zoe", "anna", "ben", "zoe", "ben"])
			await write(author, `words of ${author} ${count}`);
	};
	await writeAll();
	channel.play();
	await end({ how: "stopped", by: { userId: "zoe" } });
	expect(await hearAll()).toHaveLength(4);
	await writeAll();
	channel.play();
	await end({ how: "stopped", by: { userId: "manager" } });
	expect(await hearAll()).toHaveLength(5);
});
test("a message deleted while its text is prepared is never requested", async () => {
	const gateway = Promise.withResolvers<void>();
	gate = gateway.promise;
	const one = await write("anna", "one");
	await deleted(one);
	gateway.resolve();
	await write("ben", "two");
	expect(await hearAll()).toEqual(["ben: two"]);
	expect(channel.asked).toEqual(["ben: two"]);
});

describe("when reading falls behind,", () => {
	/** Has the service refuse the first Line of the text that is heard, as it takes no requests for this long. */
	const refuse = (ms: number, heard = false) => {
		const [text] = channel.texts;
		const [line] = text?.lines ?? [];
		if (!text || !line) throw new Error("nothing was handed over");
		const problem = new Problem({ kind: "rate_limited", retryAt: clock.now() + ms, daily: false });
		text.news?.emit("event", { kind: "line_failed", line, heard, problem });
		return text;
	};

	test("a message refused in all attempts keeps its place", async () => {
		for (const author of ["anna", "ben", "cleo"]) await write(author, `of ${author}`);
		// Of the first text, only the author's name has been heard.
		channel.play();
		channel.heard.length = 0;
		const text = refuse(2_000);
		if (channel.texts.includes(text)) channel.end(text, { how: "failed" });
		await settle();
		await pass(2_000);
		expect(await hearAll()).toEqual(["of anna", "ben: of ben", "cleo: of cleo"]);
	});

	test("a message refused after its first words were heard isn't read again from its beginning", async () => {
		for (const author of ["anna", "ben"]) await write(author, `of ${author}`);
		channel.play();
		const text = refuse(2_000, true);
		expect(channel.texts).toContain(text);
		channel.end(text);
		await settle();
		await pass(2_000);
		expect(await hearAll()).toEqual(["anna: of anna", "ben: of ben"]);
	});

	describe("the number of left-out messages", () => {
		/** Lets two messages be left out, and writes a third one that announces this. @returns the third one's id */
		const leaveTwoOut = async (channelId?: string): Promise<string> => {
			const slot = queue.expect({ id: "u", channelId: "chat", authorId: "x", at: clock.now() });
			for (const author of ["ben", "cleo"]) await write(author, "old");
			clock.advance(95_000);
			const now = await write("emil", "now", channelId);
			queue.decide(slot, undefined);
			await settle();
			expect(channel.asked.at(-1)).toBe("(2 left out) emil: now");
			return now;
		};

		test("grows if that message is left out, too", async () => {
			await leaveTwoOut();
			clock.advance(95_000);
			expect(await hearAll()).toEqual(["(3 left out)"]);
		});

		test("is announced even if a listener may not view that message", async () => {
			await leaveTwoOut("secret");
			hidden.add("secret");
			expect(await hearAll()).toEqual(["(2 left out)"]);
		});

		test("isn't tried endlessly if it can't be made", async () => {
			const slot = queue.expect({ id: "u", channelId: "chat", authorId: "x", at: clock.now() });
			await write("ben", "old");
			clock.advance(95_000);
			queue.decide(slot, undefined);
			await write("emil", "//");
			for (let n = 0; n < 20; n += 1) {
				await end({ how: "failed" });
			}
			expect(prepared).toBeLessThan(4);
		});

		test("isn't announced again if the service refuses the message after it", async () => {
			await leaveTwoOut();
			channel.play();
			refuse(1_000);
			await settle();
			await pass(1_000);
			expect(await hearAll()).toEqual(["(2 left out) emil: now", "now"]);
		});
	});

	test("after a stop, no waiting message is handed over or heard", async () => {
		for (const author of ["anna", "ben", "cleo"]) await write(author, `of ${author}`);
		expect(channel.play()).toBe(true);
		queue.stop();
		await settle();
		expect(channel.texts).toHaveLength(1);
		expect(queue.unread).toBe(3);
		await end({ how: "interrupted" });
		expect(channel.texts).toEqual([]);
		expect(queue.unread).toBe(3);
	});

	test("an edit is held back as long as a message, without delaying others' messages", async () => {
		queue.holdMs = 3_000;
		const one = await write("anna", "harmless");
		await write("ben", "two");
		await pass(2_900);
		await edited(one, "what a moderation bot deletes within a second");
		await pass(100);
		channel.play();
		expect(channel.heard).toEqual(["ben: two"]);
		channel.end();
		await deleted(one);
		clock.advance(3_000);
		expect(await hearAll()).toEqual(["ben: two"]);
	});

	test("a pause ends the message being read and those that wait", async () => {
		for (const author of ["anna", "ben", "cleo", "dora"]) await write(author, "hello");
		channel.play();
		queue.clear();
		await settle();
		expect(channel.texts).toEqual([]);
		await write("emil", "after it");
		expect((await hearAll()).slice(1)).toEqual(["emil: after it"]);
	});
});

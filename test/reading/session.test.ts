import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@herald/common/testing/eventually.ts";
import { ManualClock, type Member, type SeenMessage } from "@herald/playground";
import Database from "better-sqlite3";
import { Client, Events } from "discord.js";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { slowStore } from "../support/slow-store.ts";
import { hold, sendJson } from "../support/upstream.ts";
import { type Reading, speakFast, useReading } from "./start-reading.ts";

const clock = new ManualClock();
/** What the store's answers about a guild's reading wait for; undefined if they don't wait. */
let held: PromiseWithResolvers<void> | undefined;
let waiting = 0;
const reading = await useReading({
	clock,
	wrapStore: (store) =>
		slowStore(store, async (call) => {
			if (call !== "reading.read" || !held) return;
			waiting += 1;
			await held.promise;
		}),
});
const { herald, upstream, playground, owner, member, voice } = reading;
const { panel, use, write, asked, settled, heard, heardIds } = reading;
const { secondVoice, guild } = playground.home;
/** Restarts Herald, and waits until it is back in its channel and reads. */
const restart = async () => {
	await herald.restart();
	await eventually(() => expect(isThere()).toBe(true));
	await settled();
};
/** Each test has a new session, for which the owner made Herald join. */
beforeEach(async () => {
	upstream.behave(speakFast);
	await leave();
	await eventually(() => expect(openNotices()).toHaveLength(0));
	// After a minute, no limit on earlier texts applies.
	clock.advance(60_000);
	await use("join");
	await eventually(() => expect(isThere()).toBe(true));
});

const listNotices = () =>
	playground
		.messagesFor(reading.member)
		.filter(({ content }) => /^-# .*(?:(?:is|are) read aloud|has paused)/.test(content));
const openNotices = () => listNotices().filter(({ components }) => components.length > 0);
const press = async (who = owner) => {
	const [notice] = openNotices();
	if (!notice) throw new Error("There is no notice with a button.");
	return playground.click(who, notice, String(notice.components[0]?.custom_id));
};
const moveAll = (to: Reading["voice"]) => {
	for (const who of [owner, member, playground.home.bot]) playground.voice.move(who, to);
};
/** Restarts Herald, and holds its search for the earlier notice. @returns a function that ends the hold */
const holdSearch = async () => {
	const path = new RegExp(`/channels/${voice.id}/messages`);
	const search = playground.faults.hold({ method: "GET", path });
	await herald.restart();
	await search.arrived;
	return () => search.release();
};
/** Resolves once all is read and the only notice is in the channel. */
const announced = async (): Promise<void> => {
	await settled();
	await eventually(() => expect(openNotices()).toHaveLength(1));
};
const paused = async (): Promise<void> => {
	await announced();
	await press();
	await eventually(() => expect(openNotices()[0]?.content).toMatch(/has paused/));
};
const leave = async (): Promise<void> => {
	await use("leave");
	await eventually(() => expect(isThere()).toBe(false));
};
const isThere = () => playground.voice.isConnected(guild);

test("a button pauses and resumes reading for members who may stop it, and a pause lasts over a restart", async () => {
	await announced();
	const joinedFor = new RegExp(` Herald joined for <@${owner.user.id}>\\.$`);
	expect(openNotices()[0]?.content).toMatch(joinedFor);
	expect((await (await press(member)).firstAnswer()).content).toMatch(/Others are listening/);
	await press();
	await eventually(() => expect(openNotices()[0]?.content).toMatch(/has paused reading aloud here/));
	expect(openNotices()[0]?.content).toMatch(joinedFor);
	write("Written in pause 1");
	await herald.restart();
	await eventually(() => expect(isThere()).toBe(true));
	const late = write("Written in pause 2");
	await eventually(async () => {
		const { content } = await playground.messageCommand(owner, "Read or not?", late).firstAnswer();
		expect(content).toMatch(/paused/);
	});
	await press();
	await eventually(() => expect(openNotices()[0]?.content).toMatch(/is read aloud/));
	expect(openNotices()[0]?.content).toMatch(joinedFor);
	await settled();
	expect(asked().join("\n")).not.toContain("in pause");
	expect(openNotices()).toHaveLength(1);
});

test("a pause lasts over a restart even if its notice is far up in the chat: a new one is posted, and both resume reading", async () => {
	await paused();
	const [before] = openNotices();
	for (let n = 0; n <= 50; n += 1) playground.post(owner, `Chat ${n}`, { channel: voice });
	await herald.restart();
	await eventually(() => expect(openNotices()).toHaveLength(2));
	expect(openNotices()[1]?.content).toMatch(/has paused/);
	expect((await use("join")).content).toMatch(/Reading is paused right now\.$/);
	await playground.click(owner, before as SeenMessage, "reading:resume").firstAnswer();
	// The older notice loses its buttons.
	await eventually(() => expect(openNotices()).toHaveLength(1));
	expect(openNotices()[0]?.id).not.toBe(before?.id);
	await eventually(() => expect(openNotices()[0]?.content).toMatch(/is read aloud/));
	write("Written after that");
	await settled();
	expect(asked().join("\n")).toContain("after that");
	expect(asked().join("\n")).not.toContain("Chat");
	expect(openNotices()).toHaveLength(1);
});

test("if the notice of a pause is deleted, another one is posted, which resumes reading", async () => {
	await paused();
	const [before] = openNotices();
	playground.messages.delete((before as SeenMessage).id);
	await eventually(() => expect(openNotices()).toHaveLength(1));
	await press();
	await eventually(() => expect(openNotices()[0]?.content).toMatch(/is read aloud/));
	playground.messages.delete((openNotices()[0] as SeenMessage).id);
	await announced();
});

test("the notice loses its buttons even if Herald leaves before it has found it after a restart", async () => {
	await announced();
	const find = await holdSearch();
	await leave();
	find();
	await eventually(() => expect(openNotices()).toHaveLength(0));
});

test("a pause from before a restart ends if Herald is moved before it has found the notice", async () => {
	await paused();
	const find = await holdSearch();
	moveAll(secondVoice);
	write("Written elsewhere 1", owner, secondVoice);
	await eventually(() => expect(asked().join("\n")).toContain("elsewhere 1"));
	find();
	await eventually(() =>
		expect(openNotices().map(({ content }) => content)).toEqual([expect.stringMatching(/is read aloud/)]),
	);
	write("Written elsewhere 2", owner, secondVoice);
	await eventually(() => expect(asked().join("\n")).toContain("elsewhere 2"));
	moveAll(voice);
});

test("members who join and leave are announced in one sentence, without names of those who opted out, and not in quiet hours", async () => {
	await panel.set({ announce: "both" });
	const guests = ["Cleo", "Dora"].map((name) =>
		playground.world.addMember(guild, { username: name.toLowerCase(), name }),
	);
	for (const guest of guests) playground.voice.join(guest);
	await settled();
	clock.advance(3_000);
	await eventually(() => expect(asked()).toContain("Cleo and Dora have joined."));
	const [cleo, dora] = guests as [Member, Member];
	await use("voice me", { reading: "off" }, dora);
	playground.voice.setSelfMute(cleo, true);
	playground.voice.leave(cleo);
	playground.voice.leave(dora);
	await settled();
	clock.advance(3_000);
	await eventually(() => expect(asked()).toContain("Cleo and 1 other have left."));
	playground.voice.join(cleo);
	playground.voice.leave(cleo);
	await settled();
	clock.advance(3_000);
	await settled();
	// Nobody is left to hear who left last.
	for (const who of [member, owner]) playground.voice.leave(who);
	// Once `/queue` is answered, Herald knows that both have left.
	await use("queue");
	clock.advance(3_000);
	await use("queue");
	for (const who of [member, owner]) playground.voice.join(who, voice);
	await settled();
	// In quiet hours, nothing is announced. Once the second `set` is answered, Herald knows that the member has joined.
	const hour = new Date(clock.now()).getUTCHours();
	const quietHours = `${hour}h–${(hour + 2) % 24}h`;
	await panel.set({ quietHours });
	playground.voice.join(cleo);
	await panel.set({ quietHours });
	clock.advance(3_000);
	await panel.set({ quietHours: null, announce: "off" });
	playground.voice.leave(cleo);
	await settled();
	expect(asked().filter((text) => /joined|left/.test(text))).toHaveLength(2);
});

test("a message deleted or edited while Herald is about to join for it isn't read in its old form", async () => {
	await panel.set({ autoJoin: "on-message" });
	await leave();
	for (const who of [owner, member]) playground.voice.leave(who);
	for (const who of [owner, member]) playground.voice.join(who);
	held = Promise.withResolvers();
	const gone = write("Deleted before it came 1");
	const typo = write("Written with a tpyo 2");
	await eventually(() => expect(waiting).toBeGreaterThan(1));
	playground.messages.delete(gone.id);
	playground.editMessage(member, typo, "Written without a typo 2");
	// Once `/queue` is answered, Herald has received both changes.
	await use("queue");
	held.resolve();
	held = undefined;
	await eventually(() => expect(isThere()).toBe(true));
	const read = (await settled()).join("\n");
	expect(read).toContain("without a typo 2");
	expect(read).not.toMatch(/Deleted before|tpyo/);
	await panel.set({ autoJoin: "off" });
});

test("when Herald is moved, paused reading starts again, and waiting messages are dropped", async () => {
	await paused();
	moveAll(secondVoice);
	await eventually(() => expect(openNotices()).toHaveLength(0));
	write("Written after the pause 1", owner, secondVoice);
	await eventually(() => expect(asked().join("\n")).toContain("after the pause 1"));
	await eventually(() => expect(openNotices()).toHaveLength(1));

	const answers = hold(speakFast);
	upstream.behave(answers.behave);
	for (const n of [1, 2, 3, 4, 5]) write(`Left behind ${n}`, n % 2 === 0 ? owner : member, secondVoice);
	await eventually(() => expect(asked().join("\n")).toContain("Left behind 1"));
	upstream.behave(speakFast);
	moveAll(voice);
	await eventually(() => expect(openNotices()).toHaveLength(0));
	answers.release();
	expect((await settled()).join("\n")).not.toContain("Left behind 5");
});

test("the notice says what is read as that changes, and its button stops a member from being read", async () => {
	await announced();
	expect(openNotices()[0]?.content).toMatch(/What members in this voice channel write/);
	await panel.set({ listenersOnly: false });
	await eventually(() => expect(openNotices()[0]?.content).toMatch(/Messages in .* are read aloud/));
	expect(openNotices()).toHaveLength(1);
	const [notice] = openNotices() as [SeenMessage];
	const answer = await playground.click(member, notice, "reading:decline").firstAnswer();
	expect(answer).toMatchObject({ ephemeral: true, content: expect.stringMatching(/no longer read aloud/) });
	const me = `</voice me:${playground.commands.list().find(({ name }) => name === "voice")?.id}>`;
	expect(answer.content).toContain(`in ${me}.`);
	expect(notice.content).toContain(`in ${me}.`);
	write("Of one who has declined");
	await settled();
	expect(asked().join("\n")).not.toContain("has declined");
	expect(openNotices()).toHaveLength(1);
	await use("voice me", { reading: "on" }, member);
	await panel.set({ voiceChat: false });
	await eventually(() => expect(openNotices()).toHaveLength(0));
	await panel.set({ voiceChat: true, listenersOnly: true });
	await announced();
});

test("after a restart, reading goes on without a second notice", async () => {
	await announced();
	const { length } = listNotices();
	await restart();
	expect(listNotices()).toHaveLength(length);
});

test("messages that a resumed gateway delivers minutes late are counted and not read, and new ones are read", async () => {
	const { gateway } = playground;
	const { resumed } = gateway.counts;
	// Discord keeps its events while Herald isn't connected.
	gateway.drop();
	write("Minutes old");
	clock.advance(5 * 60_000);
	await eventually(() => expect(gateway.counts.resumed).toBe(resumed + 1));
	await settled();
	// The words before a text may be requested after the text itself.
	await eventually(() => expect(asked()).toContain("1 message was left out."));
	expect(asked().join("\n")).not.toContain("Minutes old");
});

test("a message that Discord delivers twice is read once", async () => {
	const { emit } = Client.prototype;
	onTestFinished(() => {
		Client.prototype.emit = emit;
	});
	Client.prototype.emit = function (this: Client, event: never, ...args: never[]) {
		if (event === Events.MessageCreate) Reflect.apply(emit, this, [event, ...args]);
		return Reflect.apply(emit, this, [event, ...args]);
	} as typeof emit;
	const { id } = write("Words that come twice");
	await settled();
	expect(heardIds().filter((each) => each === id)).toHaveLength(1);
});

test("a reply without a ping names its receiver by their name in the server", async () => {
	const [ned, ida] = ["Neddy", "Ida"].map((nick) => {
		const member = playground.world.addMember(owner.guild, { username: `${nick}_87`, name: "Guest", nick });
		playground.voice.join(member, voice);
		return member;
	}) as [Member, Member];
	playground.reply(ida, write("A question of Ned's", ned), "The silent answer", { ping: false });
	await eventually(() =>
		expect(asked()).toEqual(expect.arrayContaining(["Ida to Neddy", "The silent answer"])),
	);
	for (const member of [ned, ida]) playground.voice.leave(member);
});

test("a member who skips all of theirs skips waiting messages, too, and other members' are heard", async () => {
	const answers = hold(speakFast);
	upstream.behave(answers.behave);
	const long = "of so many words that the others wait until it is heard".repeat(2);
	const skipped = [1, 2, 3, 4, 5].map((n) => write(`Message ${n} ${long}`));
	const other = write("The owner's own", owner);
	await eventually(() => expect(asked().join("\n")).toContain("Message 1"));
	expect((await use("skip", { all: true }, member)).content).toMatch(/5/);
	upstream.behave(speakFast);
	answers.release();
	await heard(other);
	await settled();
	for (const { id } of skipped) expect(heardIds()).not.toContain(id);
	expect((await use("skip", { all: true }, member)).content).toMatch(/[Nn]othing/);
});

test("written and erased words leave no bytes in the data folder", async () => {
	const clips = () => {
		const database = new Database(join(herald.dataDir, "clips.db"), { readonly: true });
		const count = database.prepare("SELECT count(*) FROM clips").pluck().get();
		database.close();
		return count;
	};
	const filesWith = (words: RegExp) =>
		readdirSync(herald.dataDir, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.filter(({ parentPath, name }) => words.test(readFileSync(join(parentPath, name), "latin1")))
			.map(({ name }) => name);
	for (const name of ["Quetzal", "Quetzalcoatl", "Quetzalina"]) await use("voice me", { name }, member);
	const preset = { name: "Zebrafish", voice: "Kore", style: "like an ocelot" };
	await use("voice preset", { action: "add", ...preset }, member);
	for (const word of [/quetzal/i, /zebrafish/i, /ocelot/i]) expect(filesWith(word)).not.toEqual([]);
	write("Hello.");
	await eventually(() => expect(asked().join("\n")).toContain("Hello."));
	await settled();
	const before = clips();
	playground.sendSticker(member, "Wave", { channel: voice });
	for (const words of ["Yak.", "Kore: Wolverine.\nPuck: Xerus.", "Vicuña."]) write(words);
	await eventually(() => expect(asked().join("\n")).toContain("Vicuña"));
	await settled();
	expect(asked().join("\n")).toContain("a sticker: Wave");
	expect(clips()).toBe(before);
	const question = await playground.command(member, "forget-me").firstAnswer();
	await playground.click(member, question, "forget-me:erase").firstAnswer();
	const erased = /quetzal|zebrafish|ocelot|yak\.|wolverine|xerus|vicu/i;
	expect(filesWith(erased)).toEqual([]);
	await restart();
	expect(filesWith(erased)).toEqual([]);
});

test("when Herald is stopped, the channel is told how many messages weren't read", async () => {
	const told = () =>
		playground.messagesFor(member).filter(({ content }) => /not read to the end/.test(content));
	const before = told().length;
	upstream.behave(() => {});
	write("Never heard 1", owner);
	await eventually(() => expect(asked().length).toBeGreaterThan(0));
	upstream.behave(speakFast);
	await restart();
	expect(told()).toHaveLength(before + 1);
});

test("when the service limits requests, messages wait, the channel is told once, and all are read afterwards", async () => {
	let limited = true;
	upstream.behave((response, attempt, request) => {
		if (!limited) return speakFast(response, attempt, request);
		const error = { code: 429, status: "RESOURCE_EXHAUSTED", message: "Too many requests" };
		return sendJson(response, 429, { error }, { "retry-after": "1" });
	});
	write("Written under limit 1");
	const told = () =>
		playground.messagesFor(member).filter(({ content }) => /accepting few requests/.test(content));
	await eventually(() => expect(told()).toHaveLength(1));
	write("Written under limit 2");
	write("Written under limit 3");
	limited = false;
	await eventually(() => {
		clock.advance(1_000);
		expect(asked().join("\n")).toContain("limit 3");
	});
	expect(told()).toHaveLength(1);
	expect(asked().join("\n").split("limit 3")).toHaveLength(2);
});

test("Herald joins by itself for a message or a member, but not where it was just sent away", async () => {
	await panel.set({ autoJoin: "on-message" });
	await leave();
	await eventually(() => expect(openNotices()).toHaveLength(0));
	playground.voice.setSelfMute(member, true);
	write("Written after it was sent away 1");
	for (const who of [owner, member]) playground.voice.leave(who);
	playground.voice.join(member);
	playground.voice.join(owner);
	write("// nothing that would be read");
	await use("queue");
	expect(guild.voiceStates.has(playground.home.bot.user.id)).toBe(false);
	write("Written after all had left 2");
	await eventually(() => expect(isThere()).toBe(true));
	expect((await settled()).join("\n")).toMatch(/had left 2/);
	expect(asked().join("\n")).not.toMatch(/sent away 1|nothing that would/);

	await panel.set({ autoJoin: "on-entry" });
	await leave();
	playground.voice.setSelfMute(member, false);
	for (const who of [owner, member]) playground.voice.leave(who);
	playground.voice.join(member, voice);
	await eventually(() => expect(isThere()).toBe(true));
	playground.voice.join(owner);
	await panel.set({ autoJoin: "off" });
});

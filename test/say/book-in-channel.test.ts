import { eventually } from "@herald/common/testing/eventually.ts";
import { ManualClock, type Member, type SeenMessage } from "@herald/playground";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { button, labelsOf } from "../support/answers.ts";
import { lookAt } from "../support/look-at.ts";
import { percentsOf } from "../support/percents-of.ts";
import { serverPanel } from "../support/server-panel.ts";
import { type Behaviour, readAsked, sendJson, sound } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

const minute = 60_000;

/** A new member for each test: the cost of an earlier test's requests is stored late. */
let ben: Member;
let bens = 0;

/** Words whose Lines the service doesn't answer yet. */
const held = new Set<string>();
let release = Promise.withResolvers<void>();
const speakUnheld: Behaviour = async (response, attempt, request) => {
	const { text } = readAsked(request);
	while ([...held].some((word) => text.includes(word))) await release.promise;
	const [refusal] = [...refused].flatMap(([word, answer]) => (text.includes(word) ? [answer] : []));
	if (refusal) sendJson(response, ...refusal);
	else sound(0.2 + text.split(/\s+/).length / 6)(response, attempt, request);
};
/** Words whose Lines the service refuses, with its answers. */
const refused = new Map<string, readonly [status: number, body: object]>();
const hold = (word: string) => held.add(word);
const letGo = () => {
	held.clear();
	refused.clear();
	release.resolve();
	release = Promise.withResolvers();
};

const clock = new ManualClock();
const { upstream, herald, playground } = await useWorld({ MEMBER_TEXTS_PER_MINUTE: "0" }, { clock });
const { owner } = playground.home;
const eve = playground.world.addMember(playground.home.guild, { username: "eve", name: "Eve" });
for (const member of [owner, eve]) playground.voice.join(member);
upstream.behave(speakUnheld);
await serverPanel(playground, owner).set({ textSeconds: 5 });
beforeEach(() => {
	bens += 1;
	ben = playground.world.addMember(playground.home.guild, { username: `ben${bens}`, name: "Ben" });
	playground.voice.join(ben);
});
afterEach(async () => {
	letGo();
	await use(owner, "leave");
	playground.voice.leave(ben);
	await noBookIsLeft();
});

const use = (who: Member, name: string, values: Record<string, string | number | boolean> = {}) =>
	playground.command(who, name, values).firstAnswer();
const { find, shows, select, booksLeft, noBookIsLeft } = lookAt(herald, clock);
/** The speech charged to the owner and Ben, in ms. */
const madeMs = () =>
	select(`total(made_ms) FROM speech_days WHERE user_id IN ('${owner.user.id}', '${ben.user.id}')`);
/** One word for each of a book's ten pages. A page lasts about a second. */
const animals = "lion tiger zebra whale mouse camel horse eagle snake koala".split(" ");
const book = (name: string) => animals.map((animal) => `# ${name}\n\nThe ${animal} ${name}.`).join("\n\n");
const read = (content: string, who = ben) =>
	playground.command(who, "say", { file: playground.upload("book.md", Buffer.from(content)), as: "channel" });
const press = (message: SeenMessage, label: string, who = ben) => {
	const shown = find(message.id);
	return playground.click(who, shown, button(shown, label)).firstAnswer();
};
/** The number of Lines heard, as the store has it. */
const place = () => select("json_extract(progress, '$.done') FROM kept_values WHERE kind = 'book'");
const reaches = (at: number) => eventually(() => expect(place()).toBe(at));
/** Begins to read a book, and waits until the pages before this word are heard. */
const begin = async (name: string, word = "zebra", at = 2) => {
	hold(word);
	const message = await read(book(name)).firstAnswer();
	await reaches(at);
	return message;
};
const linkTo = ({ id }: SeenMessage) =>
	`https://discord.com/channels/${playground.home.guild.id}/${playground.home.text.id}/${id}`;
const contentOf = ({ id }: SeenMessage) => find(id).content;
const asked = (word: string) => upstream.texts().filter((text) => text.includes(word));

test("a long text is read page by page to its end, and other texts are heard between its pages", async () => {
	playground.voice.forgetHeard(owner);
	hold("zebra");
	const paid = madeMs();
	const message = await read(book("alone")).firstAnswer();
	expect(message.content).toMatch(
		new RegExp(`^\\*\\*Kore\\*\\* reads in <#${playground.home.voice.id}> · 0%\\n> alone The lion`),
	);
	expect(labelsOf(message)).toEqual(["Pause", "Back a paragraph", "End"]);
	await reaches(2);
	const between = herald.say(owner, "Excuse me", { as: "channel" });
	await between.message(({ content }) => / · finished\n/.test(content));
	expect(place()).toBe(2);
	const queue = await use(owner, "queue");
	expect(queue.content).toMatch(/1 message[\s\S]*1\. <@\d+>, a long text · Kore$/);
	letGo();
	await shows(message.id, /^\*\*Kore\*\* in <#\d+> · read to the end\n> alone/);
	expect(find(message.id).components).toEqual([]);
	expect(asked("alone")).toHaveLength(animals.length);
	expect(asked("Excuse me")).toHaveLength(1);
	const { packets, gaps } = playground.voice.heard(owner);
	expect(gaps.filter(({ lost }) => lost > 0)).toEqual([]);
	await noBookIsLeft();
	const soundMs = packets.filter(({ opus }) => opus.length > 3).length * 20;
	expect(Math.abs(madeMs() - paid - soundMs)).toBeLessThan(1_000);
});

test("after a pause and a step back, a long text goes on where it was, and no speech is paid for twice", async () => {
	const paid = madeMs();
	const message = await begin("again");
	await press(message, "Pause");
	expect(contentOf(message)).toMatch(
		/^\*\*Kore\*\* in <#\d+> · paused at 20%\n> again[^\n]*\n-# You can resume within half an hour/,
	);
	expect(labelsOf(find(message.id))).toEqual(["Resume", "Back a paragraph", "End"]);
	expect((await use(owner, "queue")).content).toMatch(/The queue is empty/);
	for (let times = 0; times < 3; times += 1) await press(message, "Back a paragraph");
	expect(contentOf(message)).toMatch(/paused at 0%/);
	await press(message, "Resume");
	expect(contentOf(message)).toMatch(/reads in <#\d+> · 0%/);
	await reaches(2);
	expect(asked("again").filter((text) => /lion|tiger/.test(text))).toHaveLength(2);
	await press(message, "End");
	expect(find(message.id)).toMatchObject({ components: [] });
	expect(contentOf(message)).toMatch(/^\*\*Kore\*\* · cancelled at 20%/);
	await noBookIsLeft();
	// Each page is requested and charged once, even the two that were heard twice, and those still on their way.
	const lines = asked("again");
	expect(new Set(lines).size).toBe(lines.length);
	letGo();
	const soundMs = lines.length * 867;
	await eventually(() => expect(Math.abs(madeMs() - paid - soundMs)).toBeLessThan(400));
});

test("a long text's buttons are for the member who started it, and for members who may skip alone", async () => {
	const message = await begin("rights");
	for (const label of ["Pause", "Back a paragraph", "End"])
		expect((await press(message, label, eve)).content).toMatch(/^Only the member who started this text/);
	await press(message, "Pause", owner);
	expect(contentOf(message)).toMatch(/paused at 20%/);
	expect((await press(message, "Resume", eve)).content).toMatch(/^Only the member who started this text/);
	expect((await read(book("second"), eve).firstAnswer()).content).toMatch(
		/^Herald is already reading a long text/,
	);
});

test("of two long texts requested at once, one is read, and the other gets a sentence", async () => {
	hold("tiger");
	const [one, other] = [read(book("first")), read(book("other"), eve)];
	const refusal = /^Herald is already reading a long text/;
	const told = await Promise.race(
		[one, other].map((trace) => trace.message((seen) => refusal.test(seen.content))),
	);
	expect(told.ephemeral).toBe(true);
	await reaches(1);
	const shown = playground.messagesFor(owner).filter(({ content }) => /reads in <#/.test(content));
	expect(shown).toHaveLength(1);
	// The refused text isn't kept.
	expect(booksLeft()).toBe(1);
});

test("/skip skips a paragraph, /stop pauses, and a pause ends after half an hour", async () => {
	const message = await begin("passing");
	expect((await use(owner, "skip")).content).toMatch(/^Skipped a paragraph\./);
	await reaches(3);
	hold("mouse");
	await reaches(4);
	const link = linkTo(message);
	expect((await use(ben, "stop")).content).toBe(
		`The long text is paused. Resume it with the button under it: ${link}`,
	);
	await shows(message.id, /paused at 40%/);
	clock.advance(29 * minute);
	await press(message, "Resume");
	clock.advance(2 * minute);
	expect(contentOf(message)).toMatch(/reads in/);
	await press(message, "Pause");
	clock.advance(31 * minute);
	await shows(message.id, /ended at 40%\n> passing[^\n]*\nIt was paused for half an hour\./);
});

test("/queue, /skip and /stop mention a paused long text, and /skip all ends it", async () => {
	const message = await begin("still");
	await press(message, "Pause");
	const link = linkTo(message);
	const line = `⏸ <@${ben.user.id}>, a long text · Kore · paused at 20% · ${link}`;
	const channel = `<#${playground.home.voice.id}>`;
	expect((await use(owner, "queue")).content).toBe(`Herald is in ${channel}. The queue is empty.\n${line}`);
	expect((await use(owner, "stop")).content).toBe(`Nothing to stop.\n${line}`);
	expect((await use(owner, "skip")).content).toBe(`Nothing to skip.\n${line}`);
	expect((await use(owner, "skip", { all: true })).content).toBe("Nothing to skip.");
	hold("Excuse");
	await herald.say(owner, "Excuse me", { as: "channel" }).firstAnswer();
	expect((await use(owner, "queue")).content).toMatch(new RegExp(`1 message[^]*\n${line}$`));
	expect((await use(owner, "stop")).content).toBe(
		`Stopped 1 message.\nThe long text is paused. Resume it with the button under it: ${link}`,
	);
	expect((await use(ben, "skip", { all: true })).content).toBe("Skipped 1 message.");
	await shows(message.id, /cancelled at 20%/);
});

test("/skip all ends a long text, and so does Herald's leaving, even during a pause", async () => {
	hold("tiger");
	const first = await read(book("leaving")).firstAnswer();
	await reaches(1);
	await use(ben, "skip", { all: true });
	await shows(first.id, /cancelled at 10%/);
	hold("lion");
	const second = await read(book("leaving")).firstAnswer();
	await press(second, "Pause");
	await use(owner, "leave");
	await shows(second.id, /ended at 0%\n> leaving[^\n]*\nHerald left the channel before this was finished\./);
});

test("while the service fails, a long text waits and is requested again, and nothing is left out", async () => {
	refused.set("zebra", [503, { error: {} }]);
	const message = await read(book("patient")).firstAnswer();
	await reaches(2);
	const tries = () => asked("zebra patient").length;
	await eventually(() => expect(tries()).toBeGreaterThan(3));
	expect(place()).toBe(2);
	refused.clear();
	await eventually(() => {
		clock.advance(5_000);
		expect(place()).toBeGreaterThan(2);
	});
	await press(message, "End");
	expect(contentOf(message)).not.toMatch(/left out/);
});

test("an account without credit pauses a long text, and its message has a button for a code", async () => {
	const body = { error: { message: "", type: "", code: "insufficient_user_quota" } };
	refused.set("zebra", [403, body]);
	const message = await read(book("poor")).firstAnswer();
	await shows(message.id, /paused at 20%[\s\S]*account that pays for speech has no credit left/);
	expect(labelsOf(find(message.id))).toEqual([
		"Resume",
		"Back a paragraph",
		"End",
		expect.stringMatching(/code/i),
	]);
	refused.clear();
	// A refused account is asked again only after a while.
	clock.advance(minute);
	await press(message, "Resume");
	await eventually(() => expect(place()).toBeGreaterThan(2));
});

test("quiet hours pause a long text after the page being heard, until they are over", async () => {
	const message = await begin("quiet");
	const panel = serverPanel(playground, owner);
	const hour = new Date(clock.now()).getUTCHours();
	// The quiet hours start at the full hour, and must outlast the 90 minutes that the clock advances below.
	await panel.set({ quietHours: `${hour}h–${(hour + 4) % 24}h` });
	letGo();
	await shows(message.id, /paused at \d0%\n[\s\S]*\nThis server has quiet hours: .* again <t:\d+:R>\.\n/);
	const at = place();
	expect(at).toBeLessThan(10);
	await press(message, "Resume");
	await shows(message.id, /paused at/);
	expect(place()).toBe(at);
	clock.advance(90 * 60_000);
	expect(contentOf(message)).toContain("paused at");
	await panel.set({ quietHours: null });
	await press(message, "Resume");
	await shows(message.id, /read to the end/);
});

test("a long text falls silent at once when its member is server muted, and nobody can resume it", async () => {
	const { voice } = playground;
	const message = await begin("quiet", "zebra", 1);
	voice.setServerMute(ben, true);
	await shows(message.id, /paused at 10%[\s\S]*You are server muted/);
	expect((await press(message, "Resume", owner)).content).toMatch(/^You are server muted/);
	voice.setServerMute(ben, false);
	await eventually(async () => {
		await press(message, "Resume", owner);
		expect(contentOf(message)).toMatch(/reads in/);
	});
});

test("if its message is deleted, /stop or a pause ends a long text, as nobody could resume it", async () => {
	const message = await begin("deleted");
	playground.messages.delete(find(message.id).id);
	await use(ben, "stop");
	await eventually(() => {
		clock.advance(500);
		expect(booksLeft()).toBe(0);
	});
	const paused = await begin("purged");
	await press(paused, "Pause");
	await shows(paused.id, /paused/);
	playground.messages.delete(find(paused.id).id);
	await noBookIsLeft();
});

test("after a restart, a long text goes on where it was, and is paid for once", async () => {
	hold("whale");
	const paid = madeMs();
	const message = await read(book("restarted")).firstAnswer();
	await reaches(3);
	await herald.restart(undefined, 5_000);
	expect(place()).toBe(3);
	letGo();
	await shows(message.id, /· read to the end/);
	await noBookIsLeft();
	expect(new Set(asked("restarted")).size).toBe(animals.length);
	expect(madeMs() - paid).toBeGreaterThan(5_000);
	// Requests that the restart cut off are charged at their estimates, and are sent again.
	expect(madeMs() - paid).toBeLessThan(12_000);
});

test("a pause lasts over a restart if Herald comes back to the channel, and otherwise the text ends", async () => {
	const message = await begin("resting");
	await press(message, "Pause");
	await herald.restart();
	await press(message, "Back a paragraph");
	expect(contentOf(message)).toMatch(/paused at 10%/);
	await press(message, "Resume");
	expect(contentOf(message)).toMatch(/reads in/);
	for (const member of [owner, ben, eve]) playground.voice.leave(member);
	await herald.restart();
	await shows(message.id, /ended at \d+%[\s\S]*Herald left the channel/);
	for (const member of [owner, ben, eve]) playground.voice.join(member);
});

test("the question about a long text says where it is read, and a long text that isn't a file is read there, too", async () => {
	const long = `${"and so on and so forth ".repeat(600)}.`;
	const offer = await read(long).firstAnswer();
	expect(offer.content).toMatch(
		/^This takes about \d+ minutes[^\n]*\nHerald reads it in <#\d+>, and other messages between/,
	);
	await press(offer, "Don't read it");
	hold("again");
	const text = Array.from({ length: 6 }, (_, n) => `It sleeps ${n} hours, again.`).join("\n\n");
	const message = await herald
		.say(ben, text, { as: "channel" })
		.message(({ content }) => /reads in/.test(content));
	await press(message, "End");
	playground.voice.leave(ben);
	expect((await read(book("outside")).firstAnswer()).content).toMatch(/voice channel/);
	playground.voice.join(ben);
});

test("if the rest of the day is too short, a long text is read as far as it fits, and later from where it stopped", async () => {
	await herald.restart({ MEMBER_SECONDS_PER_DAY: "150" });
	await serverPanel(playground, owner).set({ textSeconds: 60 });
	const fay = playground.world.addMember(playground.home.guild, { username: "fay" });
	playground.voice.join(fay);
	onTestFinished(async () => {
		playground.voice.leave(fay);
		await serverPanel(playground, owner).set({ textSeconds: 5 });
		await herald.restart({});
	});
	// Herald estimates the 68 digits at 40 s, and the service speaks them in 6 s. Characters without a sound make the
	// file a long one.
	const page = (animal: string) =>
		`# The ${animal}\n\n${Array(34).fill("73").join(" ")}.${"\u200b".repeat(1_200)}`;
	const some = animals.slice(0, 7);
	const offer = await read(some.map(page).join("\n\n"), fay).firstAnswer();
	expect(offer.content).toMatch(/The first 2 minutes can be read today\./);
	await press(offer, "Read what fits", fay);
	await shows(
		offer.id,
		/ended at 42%\n> The lion [^\n]*\n-# 42% of the text has been read\. The rest can be read later/,
	);
	const spoken = () => asked("The").flatMap((text) => /^The (\w+)$/m.exec(text)?.[1] ?? []);
	expect(spoken()).toEqual(some.slice(0, 3));
	expect(labelsOf(find(offer.id))).toEqual(["Read the rest"]);
	// The server's rules may have changed before the rest is read.
	const panel = serverPanel(playground, owner);
	const { id: speakerRole } = playground.world.addRole(playground.home.guild, { name: "Speakers" });
	await panel.set({ speakerRole });
	expect((await press(offer, "Read the rest", fay)).content).toMatch(/^Only members with <@&\d+> can use/);
	await panel.set({ speakerRole: null, textMax: 6_000 });
	expect((await press(offer, "Read the rest", fay)).content).toMatch(/6,000 characters/);
	await panel.set({ textMax: null });
	await panel.add("words", { words: "zebra" });
	expect((await press(offer, "Read the rest", fay)).content).toMatch(/contains a blocked word/);
	await panel.remove("words", "zebra");
	await press(offer, "Read the rest", fay);
	expect(contentOf(offer)).toMatch(/reads in <#\d+> · 42%/);
	await shows(offer.id, /ended at 85%/);
	await press(offer, "Read the rest", fay);
	await shows(offer.id, /· read to the end\n> The lion/);
	const percents = percentsOf(playground, offer.id);
	expect(percents).toEqual(percents.toSorted((a, b) => a - b));
	expect(percents.length).toBeGreaterThan(2);
	expect(spoken()).toEqual(some);
	expect(find(offer.id).components).toEqual([]);
});

import { eventually } from "@herald/common/testing/eventually.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../src/shared/clock.ts";
import { withSound } from "../support/answers.ts";
import { speakFast, speakForSeconds, useReading } from "./start-reading.ts";

let aheadMs = 0;
const reading = await useReading({ clock: { ...systemClock, now: () => systemClock.now() + aheadMs } });
const { herald, upstream, playground, owner, member, voice } = reading;
const { panel, use, write, asked, settled, heard, soundLong, soundsOf } = reading;
const { guild, text } = playground.home;
beforeEach(async () => {
	// After a minute, no limit on earlier texts applies.
	aheadMs += 60_000;
	await settled();
	upstream.behave(speakFast);
});

describe("listeners hear", () => {
	test("a message after its author's name, and the channel's chat is told once", async () => {
		playground.voice.forgetHeard(owner);
		const text = "I can't speak, so I write all of this.";
		write(text);
		await eventually(() => expect(asked()).toContain(text));
		await eventually(() => expect(soundsOf(owner)).toBeGreaterThan(20));
		const notices = playground.messagesFor(member).filter(({ content }) => content.includes("is read aloud"));
		expect(notices.filter(({ components }) => components.length > 0)).toHaveLength(1);
	});

	test("a sentence tried with the dictionary as messages are read, if they try it", async () => {
		await panel.add("dictionary", { word: "ttyl", say: "talk to you later" });
		const list = await panel.openList("dictionary");
		const modal = await playground.click(owner, list, "server:try").modal();
		const trial = playground.submitModal(owner, modal, { text: "ttyl, then" });
		expect(await withSound(trial)).toMatchObject({
			ephemeral: true,
			content: expect.stringMatching(/^\*\*\w+\*\* · 0:0\d$/),
		});
		expect(asked()).toContain("talk to you later, then");
		await panel.remove("dictionary", "ttyl");
	});

	test("an author's name when the author changes, and whom a reply answers", async () => {
		const first = write("A question of the owner's", owner);
		await eventually(() => expect(asked()).toContain("A question of the owner's"));
		playground.reply(member, first, "The answer to the question");
		await eventually(() => expect(asked()).toContain("The answer to the question"));
		expect(asked().some((text) => text.endsWith(" to Ada"))).toBe(true);
	});

	test("neighbouring messages of one member as one request", async () => {
		upstream.behave(speakForSeconds(0.4));
		const texts = [1, 2, 3, 4, 5, 6].map((n) => `Sentence ${n} of six`);
		for (const text of texts) write(text);
		await eventually(() => expect(asked().join("\n")).toContain("Sentence 6"));
		expect(asked().join("\n").split("\n").slice(-6)).toEqual(texts);
		expect(asked().filter((text) => text.startsWith("Sentence")).length).toBeLessThan(6);
	});

	test("what is attached to a message, and the words of a forwarded one", async () => {
		playground.sendSticker(member, "Wave", { channel: voice });
		await eventually(() => expect(asked()).toContain("a sticker: Wave"));
		const original = write("Words that are passed on");
		await eventually(() => expect(asked()).toContain("Words that are passed on"));
		playground.forward(owner, original, { channel: voice });
		await eventually(() => expect(asked().some((text) => text.endsWith("forwarded"))).toBe(true));
	});

	test("members with the role that goes first before waiting members", async () => {
		const { id } = playground.world.addRole(guild, { name: "Quiet ones" });
		playground.world.changeMember(member, { roles: [...member.roles, id] });
		await panel.set({ firstRole: id });
		const crowd = Array.from({ length: 4 }, (_, n) =>
			playground.world.addMember(guild, { username: `crowd${n}` }),
		);
		for (const each of crowd) playground.voice.join(each);
		upstream.behave(speakForSeconds(0.4));
		for (const [n, each] of crowd.entries()) write(`Waits in line ${n}`, each);
		write("Can't speak", member);
		const order = () => asked().flatMap((text) => /line \d|Can't speak/.exec(text)?.[0] ?? []);
		await eventually(() => expect(new Set(order()).size).toBe(5));
		expect(order().indexOf("Can't speak")).toBeLessThan(order().indexOf("line 3"));
		await panel.set({ firstRole: null });
		for (const each of crowd) playground.voice.leave(each);
	});
});

describe("after a change,", () => {
	test("an update that only adds a link's preview doesn't count as an edit", async () => {
		upstream.behave(speakForSeconds(0.4));
		write("Sentence 1 of the owner's", owner);
		const link = write("Look at https://example.com/page in 5 minutes");
		playground.showPreview(link, "A page");
		await settled();
		expect(asked().join("\n").split("in 5 minutes")).toHaveLength(2);
	});

	test("messages deleted together aren't read, nor those of a banned member", async () => {
		const guest = playground.world.addMember(guild, { username: "guest" });
		playground.voice.join(guest);
		upstream.behave(speakForSeconds(0.4));
		const texts = Array.from({ length: 4 }, (_, n) => write(`Sentence ${n} of the owner's`, owner));
		write("Spam 1 of a guest", guest);
		write("Spam 2 of a guest", guest);
		playground.deleteTogether(texts.slice(2));
		playground.ban(guest);
		const read = (await settled()).join("\n");
		expect(read).toContain("Sentence 0");
		expect(read).not.toMatch(/Sentence [23]|Spam 2/);
	});

	test("a message deleted while it is heard falls silent at once", async () => {
		const message = await soundLong("A message that takes 20 seconds", owner);
		playground.messages.delete(message.id);
		await heard(write("The one that follows it 1"));
		expect(soundsOf(owner)).toBeLessThan(500);
	});

	test("messages that a server no longer wants read fall silent, even while they are heard", async () => {
		await panel.add("channels", { channels: [text.id] });
		const stops = [
			() => panel.remove("channels", `#${text.name}`),
			() => panel.add("ignores", { who: [member.user.id] }),
			() => panel.set({ voiceChat: false }),
		];
		for (const [n, stop] of stops.entries()) {
			await soundLong(`Number ${n} takes 20 seconds`, member, n === 0 ? text : voice);
			// An unrelated change has no effect.
			await panel.add("ignores", { prefix: "!" });
			expect(playground.voice.isSpeaking(guild)).toBe(true);
			await stop();
			await eventually(() => expect(playground.voice.isSpeaking(guild)).toBe(false));
			expect(soundsOf(owner)).toBeLessThan(500);
			await panel.remove("ignores", "Ben", "!");
		}
		await panel.set({ voiceChat: true });
	});

	test("messages deleted or edited while others are heard are read in their new form, or not at all", async () => {
		upstream.behave(speakForSeconds(0.4));
		for (let n = 1; n <= 3; n += 1) write(`The owner's sentence number ${n}`, n % 2 === 0 ? member : owner);
		const gone = write("This one is deleted in time");
		const typo = write("This one has a tpyo");
		await eventually(() => expect(asked().join("\n")).toContain("sentence number 1"));
		playground.messages.delete(gone.id);
		playground.editMessage(member, typo, "This one has no typo");
		await eventually(() => expect(asked().join("\n")).toContain("This one has no typo"));
		expect(asked().join("\n")).not.toMatch(/deleted in time|tpyo/);
	});
});

const say = (text: string, who = member) => withSound(herald.say(who, text, { as: "file" }));

/** Writes a message and says the same text with `/say`: the service gets the expected text once, and then it is cached. */
const readAndSay = async (text: string, expected: string) => {
	write(text);
	await eventually(() => expect(asked()).toContain(expected));
	const before = asked().length;
	await say(text);
	expect(asked()).toHaveLength(before);
};

test.each([
	[null, "so 😂😂 funny <:kek:123456789012345678>", "so 😂😂 funny, kek"],
	["names", "well 😂😂 done <:kek:123456789012345678>", "well, face with tears of joy, done, kek"],
	["leave-out", "oh 😂😂 dear <:kek:123456789012345678>", "oh dear"],
	[null, "🎉🎉", "party popper"],
	["leave-out", "🐙 <:kek:123456789012345678>", "octopus kek"],
])(
	"emoji among words are spoken as the server wants (%s), and by their names where there are no words: %s",
	async (emoji, text, said) => {
		await panel.set({ emoji });
		await readAndSay(text, said);
		await panel.set({ emoji: null });
	},
);

test("times are spoken in the server's time zone, and in UTC, with those letters, if it has none", async () => {
	await readAndSay("at <t:1798750800:t>", "at 9:00 PM UTC");
	await panel.set({ timeZone: "Asia/Tokyo" });
	await readAndSay("at <t:1798750800:t> there", "at 6:00 AM there");
	await panel.set({ timeZone: null });
	await readAndSay(`starts <t:${Math.floor(Date.now() / 1_000) + 7_200}:R>`, "starts in 2 hours");
});

test("words in decorative letters are requested once", async () => {
	await readAndSay("Hello you there", "Hello you there");
	for (const text of ["𝓗𝓮𝓵𝓵𝓸 𝔂𝓸𝓾 𝓽𝓱𝓮𝓻𝓮", "Ｈｅｌｌｏ ｙｏｕ ｔｈｅｒｅ"]) await say(text);
	expect(asked().filter((text) => text === "Hello you there")).toHaveLength(1);
});

test("a link to a message names its channel if all listeners may view it", async () => {
	const secret = playground.createChannel({ name: "plans" });
	playground.setPermissions("everyone", { deny: ["ViewChannel"] }, secret);
	for (const who of [playground.home.bot, owner])
		playground.setPermissions(who, { allow: ["ViewChannel"] }, secret);
	const linkTo = (channelId: string) => `https://discord.com/channels/${guild.id}/${channelId}/${channelId}`;
	await readAndSay(`See ${linkTo(text.id)} now`, `See a link to a message in ${text.name} now`);
	await readAndSay(`Read ${linkTo(secret.id)} now`, "Read a link to a message now");
	await say(`Look at ${linkTo(secret.id)}`, owner);
	expect(asked().at(-1)).toBe("Look at a link to a message in plans");
});

/** The requested texts, each with its voice. */
const voices = () => upstream.asked().map(({ text, voice }) => [text, voice]);

test("if a prefix is required, only messages that begin with it are read, without the prefix", async () => {
	expect(await panel.set({ readPrefix: " ; " })).toMatch(
		/^Saved\. \*\*Only read messages with this prefix:\*\* ;$/m,
	);
	write("nobody hears number 1");
	write(";the sea number 2");
	write("； der See number 3");
	const last = write(";over number 4");
	await eventually(() => expect(upstream.texts().join("\n")).toContain("over number 4"));
	const texts = upstream.texts().join("\n");
	expect(texts).toContain("the sea number 2\nder See number 3\nover number 4");
	expect(texts).not.toMatch(/nobody|[;；]/);
	await heard(last);
	const notices = () => playground.messagesFor(owner).map(({ content }) => content);
	await eventually(() =>
		expect(notices().join("\n")).toContain("Only messages with the prefix “;” are read."),
	);
	const why = await playground
		.messageCommand(owner, "Read or not?", write("not this number 5"))
		.message(({ content }) => content !== "");
	expect(why.content).toMatch(/^\*\*Not read aloud\.\*\* Only messages with the prefix “;” are read\./);
	expect((await use("join")).content).toContain("Only messages with the prefix “;” are read.");
	await panel.set({ readPrefix: null });
});

test("a preset's prefix makes it speak, a member's own preset before the server's, even if no prefix is required", async () => {
	const add = (values: Record<string, string>, who = member) =>
		use("voice preset", { action: "add", ...values }, who);
	expect((await add({ name: "Old Witch", voice: "Leda", prefix: "!w" })).content).toMatch(
		/^\*\*Old Witch\*\* Leda · prefix “!w”\n/,
	);
	expect(await panel.add("presets", { name: "Wizard", voice: "Puck" })).toContain("**Wizard** Puck.");
	const list = await panel.openList("presets");
	const chosen = playground.select(owner, list, "server:prefix", ["Wizard"]);
	const saved = await playground
		.submitModal(owner, await chosen.modal(), { prefix: "!W" })
		.message(({ texts }) => texts.length > 0);
	expect(saved.texts.join("\n")).toMatch(/^Saved\. \*\*Wizard\*\* Puck · prefix “!W”$/m);
	write("!w mine number 6");
	write("!w ours number 7", owner);
	write("plain number 8", owner);
	await eventually(() => expect(voices()).toContainEqual(["plain number 8", "Kore"]));
	expect(voices()).toContainEqual(["mine number 6", "Leda"]);
	expect(voices()).toContainEqual(["ours number 7", "Puck"]);
	// Another voice for the preset doesn't change its prefix.
	expect((await add({ name: "old witch", voice: "Zephyr" })).content).toContain("Zephyr · prefix “!w”");
	expect((await add({ name: "Bard", voice: "Orus", prefix: "!w" })).content).toContain("Orus · prefix “!w”");
	expect((await use("voice preset", { action: "list" }, member)).content).toBe(
		"Your presets here:\n**Bard** Orus · prefix “!w”\n**old witch** Zephyr",
	);
	await panel.set({ readPrefix: ";" });
	write("; it is number 9");
	write("!w me number 10");
	await eventually(() => expect(voices()).toContainEqual(["me number 10", "Orus"]));
	expect(voices()).toContainEqual(["it is number 9", "Kore"]);
	await panel.set({ readPrefix: null });
});

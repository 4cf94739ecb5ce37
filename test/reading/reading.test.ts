import { eventually } from "@herald/common/testing/eventually.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../src/shared/clock.ts";
import { speakFast, speakForSeconds, useReading } from "./start-reading.ts";

let aheadMs = 0;
const reading = await useReading({ clock: { ...systemClock, now: () => systemClock.now() + aheadMs } });
const { upstream, playground, owner, member, voice } = reading;
const { panel, write, asked, settled, heard, isSounding, soundsOf } = reading;
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
		const heard = await trial.message(({ attachments }) => attachments.length === 1);
		expect(heard).toMatchObject({ ephemeral: true, content: expect.stringMatching(/^\*\*\w+\*\* · 0:0\d$/) });
		expect(asked()).toContain("talk to you later, then");
		await panel.remove("dictionary", "ttyl");
	});

	test("an author's name when the author changes, and whom a reply answers", async () => {
		const first = write("A question of the owner's", owner);
		await eventually(() => expect(asked()).toContain("A question of the owner's"));
		playground.reply(member, first, "The answer to the question");
		await eventually(() => expect(asked()).toContain("The answer to the question"));
		expect(
			asked().some((text) => text.endsWith(` to ${owner.user.global_name ?? owner.user.username}`)),
		).toBe(true);
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
		const guest = playground.world.addMember(playground.home.guild, { username: "guest" });
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
		upstream.behave(speakForSeconds(20));
		playground.voice.forgetHeard(owner);
		const message = write("A message that takes 20 seconds", owner);
		await isSounding(message);
		playground.messages.delete(message.id);
		upstream.behave(speakFast);
		await heard(write("The one that follows it 1"));
		expect(soundsOf(owner)).toBeLessThan(500);
	});

	test("messages that a server no longer wants read fall silent, even while they are heard", async () => {
		const { text } = playground.home;
		await panel.add("channels", { channels: [text.id] });
		const stops = [
			() => panel.remove("channels", `#${text.name}`),
			() => panel.add("ignores", { who: [member.user.id] }),
			() => panel.set({ voiceChat: false }),
		];
		for (const [n, stop] of stops.entries()) {
			upstream.behave(speakForSeconds(20));
			playground.voice.forgetHeard(owner);
			write(`Number ${n} takes 20 seconds`, member, n === 0 ? text : undefined);
			await eventually(() => expect(soundsOf(owner)).toBeGreaterThan(5));
			// An unrelated change has no effect.
			await panel.add("ignores", { prefix: "!" });
			expect(playground.voice.isSpeaking(playground.home.guild)).toBe(true);
			await stop();
			await eventually(() => expect(playground.voice.isSpeaking(playground.home.guild)).toBe(false));
			expect(soundsOf(owner)).toBeLessThan(500);
			await panel.remove("ignores", "Ben", "!");
		}
		await panel.set({ voiceChat: true });
		upstream.behave(speakFast);
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

import { eventually } from "@herald/common/testing/eventually.ts";
import { beforeEach, expect, test } from "vitest";
import { hold } from "../support/upstream.ts";
import { speakFast, speakForSeconds, useReading } from "./start-reading.ts";

const reading = await useReading();
const { upstream, playground, owner, member, voice } = reading;
const { panel, write, asked, settled, heard, heardIds, soundLong, soundsOf } = reading;
beforeEach(() => upstream.behave(speakFast));

const skips = async (text: string) => expect((await settled()).join("\n")).not.toContain(text);
const reads = async (text: string) => expect((await settled()).join("\n")).toContain(text);

test("a webhook's names have different voices, and a preset with such a name is its voice", async () => {
	const webhook = playground.createWebhook("Play", voice);
	await panel.add("sources", { webhook: webhook.id });
	await panel.add("presets", { name: "Narrator", voice: "Charon" });
	await panel.set({ voice: "Leda", memberVoices: "each" });
	const say = (name: string, text: string) => playground.postByWebhook(webhook, text, name);
	say("narrator", "Once upon a time there were three");
	say("Wolf", "Who is there in the house");
	say("Pig", "Only me and nobody else");
	say("Wolf", "Then let me in to you");
	await settled();
	const [narrator, wolf, pig, wolfAgain] = ["Once upon", "Who is there", "Only me", "Then let me"].map(
		(words) => upstream.asked().find(({ text }) => text.includes(words))?.voice,
	);
	expect(narrator).toBe("Charon");
	expect(wolfAgain).toBe(wolf);
	expect(new Set([wolf, pig, "Leda", "Charon"]).size).toBe(4);
	await panel.set({ voice: null, memberVoices: null });
});

test("nothing is read from a channel that a listener may not view, and reading it ends when such a listener enters", async () => {
	const secret = playground.createChannel({ name: "staff" });
	playground.setPermissions("everyone", { deny: ["ViewChannel"] }, secret);
	playground.setPermissions(playground.home.bot, { allow: ["ViewChannel"] }, secret);
	await panel.add("channels", { channels: [secret.id] });
	write("Secret number 1", owner, secret);
	await skips("Secret number 1");

	// Now only the owner listens, who may view everything.
	playground.voice.leave(member);
	write("Secret number 2", owner, secret);
	await reads("Secret number 2");

	await soundLong("Secret number 3, which takes 20 seconds", owner, secret);
	playground.voice.join(member);
	await heard(write("Heard at once 1", owner));
	expect(soundsOf(owner)).toBeLessThan(500);

	playground.setPermissions(member, { allow: ["ViewChannel"] }, secret);
	write("Secret number 4", owner, secret);
	await reads("Secret number 4");

	await soundLong("Secret number 5, which takes 20 seconds", owner, secret);
	playground.setPermissions(member, {}, secret);
	await heard(write("Heard at once 2", owner));
	expect(soundsOf(owner)).toBeLessThan(500);
});

test("a member's messages aren't read after a moderator has timed them out", async () => {
	upstream.behave(speakForSeconds(1));
	await heard(write("Sentence 1 of the owner's", owner));
	const waiting = [write("Written 1 before it"), write("Written 2 before it"), write("Written 3 before it")];
	await eventually(() => expect(asked().join()).toContain("Written 1"));
	playground.voice.timeout(member, Date.now() + 600_000);
	await heard(write("Sentence 2 of the owner's", owner));
	for (const { id } of waiting) expect(heardIds()).not.toContain(id);
	playground.voice.timeout(member, 0);
});

test("a message falls silent when its channel is deleted", async () => {
	const doomed = playground.createChannel({ name: "doomed" });
	await panel.add("channels", { channels: [doomed.id] });
	await soundLong("A message that takes 20 seconds", owner, doomed);
	playground.world.removeChannel(doomed);
	await eventually(() => expect(playground.voice.isSpeaking(playground.home.guild)).toBe(false));
	expect(soundsOf(owner)).toBeLessThan(500);
});

test("an edit doesn't count as another message in the same minute, so admitted messages are read", async () => {
	const { guild } = playground.home;
	const fast = playground.world.addMember(guild, { username: "fast" });
	playground.voice.join(fast);
	const answers = hold(speakFast);
	upstream.behave(answers.behave);
	const all = Array.from({ length: 20 }, (_, n) => write(`Note ${n} of mine`, fast));
	const last = all.at(-1);
	if (last) playground.editMessage(fast, last, "Note 19 of mine, mended");
	const more = write("One that is too many", fast);
	answers.release();
	await eventually(() => expect(asked().join("\n")).toContain("Note 19 of mine, mended"));
	const { content } = await playground.messageCommand(fast, "Read or not?", more).firstAnswer();
	expect(content).toMatch(/too many messages in a minute/);
	expect((await settled()).join("\n")).not.toContain("too many");
});

test("a banned member's message falls silent, and their waiting ones aren't read", async () => {
	upstream.behave(speakForSeconds(100));
	const guest = playground.world.addMember(playground.home.guild, { username: "guest" });
	playground.voice.join(guest);
	for (const text of ["Abuse 1 by a guest", "Abuse 2 by a guest"])
		await playground.command(guest, "say", { text, as: "channel" }).firstAnswer();
	const isSpeaking = () => playground.voice.isSpeaking(playground.home.guild);
	await eventually(() => expect(isSpeaking()).toBe(true));
	playground.ban(guest);
	await eventually(() => expect(isSpeaking()).toBe(false));
});

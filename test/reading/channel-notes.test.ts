import { eventually } from "@herald/common/testing/eventually.ts";
import type { Channel, SeenMessage } from "@herald/playground";
import { afterEach, beforeEach, expect, test } from "vitest";
import { button, labelsOf } from "../support/answers.ts";
import { lookUpNumber } from "../support/look-into.ts";
import { useReading } from "./start-reading.ts";

const { herald, playground, owner, member, voice, panel, use, settled } = await useReading();
const { text, secondVoice } = playground.home;
const other = playground.createChannel({ name: "other" });
beforeEach(async () => {
	await panel.add("channels", { channels: [text.id] });
	await panel.add("channels", { channels: [other.id], "spoken-in": [secondVoice.id] });
	await panel.set({ notes: true });
	for (const channel of [text, other]) await says(channel, /is read aloud there/);
});
afterEach(async () => {
	await panel.set({ notes: false });
	await eventually(() => expect(kept()).toBe(0));
});

const notesIn = ({ id }: Channel): readonly SeenMessage[] =>
	playground
		.messagesFor(owner)
		.filter(({ raw, ephemeral, components }) => raw.channel_id === id && !ephemeral && components.length > 0);
const noteIn = (channel: Channel): SeenMessage => {
	const [note, ...more] = notesIn(channel);
	if (!note || more.length > 0) throw new Error(`There are ${more.length} notes too many.`);
	return note;
};
const says = (channel: Channel, what: RegExp) =>
	eventually(() => expect(noteIn(channel).content).toMatch(what));
const press = (channel: Channel, label: string, who = owner) => {
	const note = noteIn(channel);
	return playground.click(who, note, button(note, label));
};
const kept = () => lookUpNumber(herald.dataDir, "SELECT count(*) FROM reading_notes");

test("each text channel that is read has a note that says so, if the server wants one", async () => {
	await panel.set({ notes: false });
	await eventually(() => expect(notesIn(text)).toEqual([]));
	await panel.set({ notes: true });
	await says(
		text,
		/^-# What members in Herald's voice channel write here is read aloud there\. A speech service/,
	);
	await says(other, new RegExp(`^-# What members in <#${secondVoice.id}> write here is read aloud there\\.`));
	expect(labelsOf(noteIn(text))).toEqual(["Pause reading", "Don't read my messages"]);
});

test("the note is edited when what is read changes, even after a restart", async () => {
	const { id } = noteIn(text);
	await panel.set({ listenersOnly: false });
	await says(text, /^-# Messages here are read aloud in the voice channel that Herald is in\./);
	await herald.restart();
	await eventually(() => expect(playground.voice.isConnected(playground.home.guild)).toBe(true));
	await panel.set({ listenersOnly: true });
	await says(text, /^-# What members in Herald's voice channel write/);
	expect(noteIn(text).id).toBe(id);
});

test("the note's buttons pause reading, which every note shows, and stop a member from being read", async () => {
	await settled();
	await press(text, "Pause reading");
	for (const channel of [text, other, voice]) await says(channel, /has paused reading aloud here/);
	await press(voice, "Resume reading");
	for (const channel of [text, other, voice]) await says(channel, /is read aloud/);
	await press(other, "Pause reading");
	await says(text, /has paused/);
	await use("leave");
	for (const channel of [text, other]) await says(channel, /is read aloud there/);
	expect((await press(text, "Pause reading").firstAnswer()).content).toMatch(/isn't in a voice channel/);
	const answer = await press(text, "Don't read my messages", member).firstAnswer();
	expect(answer).toMatchObject({ ephemeral: true, content: expect.stringMatching(/no longer read aloud/) });
	await use("join");
	await use("voice me", { reading: "on" }, member);
});

test("a note deleted by a moderator isn't sent again, and a note goes when its channel is no longer read", async () => {
	playground.messages.delete(noteIn(text).id);
	await panel.set({ listenersOnly: false });
	await says(other, /^-# Messages here/);
	await panel.set({ listenersOnly: true });
	await says(other, /^-# What members/);
	expect(notesIn(text)).toEqual([]);
	await panel.remove("channels", `#${other.name}`);
	await eventually(() => expect(notesIn(other)).toEqual([]));
	await panel.add("channels", { channels: [other.id] });
	await says(other, /^-# What members/);
	await panel.set({ notes: false });
	await eventually(() => expect(notesIn(other)).toEqual([]));
});

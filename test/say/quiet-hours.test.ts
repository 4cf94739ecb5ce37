import { writeWav } from "@herald/common/audio/pcm.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import { ManualClock, type Member } from "@herald/playground";
import { beforeEach, expect, test } from "vitest";
import { button, labelsOf } from "../support/answers.ts";
import { quickAttempts } from "../support/herald.ts";
import { lookAt } from "../support/look-at.ts";
import { serverPanel, textOf } from "../support/server-panel.ts";
import { answer, answerBody, tone } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

const minute = 60_000;

/** The number of frames with sound before a test. */
let before: number;

/** A second of a tone, half a second of silence, and more of the tone. */
const pausingWav = () => {
	const samples = tone(4);
	samples.fill(0, 24_000, 36_000);
	return writeWav({ samples, sampleRate: 24_000 });
};

/** One in the afternoon: earlier, an hour such as "10:05–11:05" may be asked about, as it may be meant for the evening. */
const clock = new ManualClock(new Date().setUTCHours(13));
const { upstream, herald, playground } = await useWorld(
	{},
	{ clock, voice: { clock, timing: quickAttempts } },
);
upstream.behave(answer(answerBody(pausingWav())));
const { owner, ordinary: ben } = playground.home;
for (const member of [owner, ben]) playground.voice.join(member);

/** The number of frames with sound since the test began. */
const heard = () =>
	playground.voice.heard(owner).packets.filter(({ opus }) => opus.length > 3).length - before;
const { find, shows } = lookAt(herald, clock);
const say = (who: Member, text: string) =>
	herald.say(who, text, { as: "channel" }).message(({ thinking }) => !thinking);
const setQuietHours = async (from: number) => {
	const timeIn = (minutes: number) => new Date(clock.now() + minutes * minute).toISOString().slice(11, 16);
	const quietHours = `${timeIn(from)}–${timeIn(120)}`;
	await serverPanel(playground, owner).set({ textSeconds: 5, quietHours });
};

beforeEach(async () => {
	before = 0;
	before = heard();
	await setQuietHours(2);
});

test("when quiet hours begin, a text falls silent at its next pause, and a waiting one can be a file", async () => {
	const speaking = await say(ben, "A text that goes on for about four seconds");
	const waiting = await say(owner, "Another text that waits behind it");
	await eventually(() => expect(heard()).toBeGreaterThan(0));
	clock.advance(3 * minute);
	await shows(waiting.id, / · not played\n.*\nThis server has quiet hours: .* again <t:\d+:R>\.$/);
	await shows(speaking.id, / · not finished\n.*\nThis server has quiet hours: .* again <t:\d+:R>\.$/);
	for (const { id } of [speaking, waiting]) expect(labelsOf(find(id))).toEqual(["As a file"]);
	expect(Math.abs(heard() - 50)).toBeLessThan(10);
	const guide = textOf(await serverPanel(playground, owner).open("reading"));
	expect(guide).toMatch(/This server has quiet hours: .* again <t:\d+:R>\./);
});

test("when quiet hours begin, a long text pauses at its next pause, until it is resumed", async () => {
	const page = "A page of a long text that goes on for four seconds.\n\n";
	const file = playground.upload("book.md", Buffer.from(page.repeat(3)));
	const message = await playground.command(ben, "say", { file, as: "channel" }).firstAnswer();
	await eventually(() => expect(heard()).toBeGreaterThan(0));
	clock.advance(3 * minute);
	await shows(message.id, /paused at 0%\n[\s\S]*\nThis server has quiet hours: /);
	expect(Math.abs(heard() - 50)).toBeLessThan(10);
	await setQuietHours(60);
	const paused = find(message.id);
	await playground.click(ben, paused, button(paused, "Resume")).firstAnswer();
	await eventually(() => expect(heard()).toBeGreaterThan(60));
});

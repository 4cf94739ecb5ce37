import { eventually } from "@herald/common/testing/eventually.ts";
import { type Channel, ManualClock, type SeenMessage } from "@herald/playground";
import { expect, test } from "vitest";
import { button } from "../support/answers.ts";
import { useReading } from "./start-reading.ts";

const hoursMs = 3 * 3_600_000;

// The clock begins `hoursMs` in the past. It is advanced to the present once the notes are there.
const clock = new ManualClock(Date.now() - hoursMs);
const { playground, owner, panel, settled, use, voice } = await useReading({}, clock);
const { text } = playground.home;

const ownIn = (channel: Channel): SeenMessage | undefined =>
	playground
		.messagesFor(owner)
		.find(
			({ raw, ephemeral, components }) =>
				raw.channel_id === channel.id && !ephemeral && components.length > 0,
		);
const saying = async (channel: Channel, what: RegExp): Promise<SeenMessage> => {
	await eventually(() => expect(ownIn(channel)?.content).toMatch(what));
	return ownIn(channel) as SeenMessage;
};
await panel.add("channels", { channels: [text.id] });
await panel.set({ notes: true });
await settled();
/** Herald's messages about reading in the text channel and in the voice channel, three hours old. */
let note = await saying(text, /is read aloud/);
const notice = await saying(voice, /is read aloud/);
clock.advance(hoursMs);

/** Presses a button under the text channel's message, and waits until this message shows the result. */
const press = async (label: string, what: RegExp): Promise<void> => {
	playground.click(owner, note, button(note, label));
	note = await saying(text, what);
};
const pause = () => press("Pause reading", /has paused/);
const resume = () => press("Resume reading", /is read aloud/);
const edits = () =>
	playground.requests.filter(
		({ method, path }) => method === "PATCH" && path.endsWith(`/messages/${notice.id}`),
	);

test("messages older than an hour are edited no faster than Discord allows", async () => {
	for (let time = 0; time < 2; time++) {
		await pause();
		await saying(voice, /has paused/);
		await resume();
		await saying(voice, /is read aloud/);
	}
	await eventually(() => expect(edits()).toHaveLength(4));
	expect(edits().filter(({ status }) => status !== 200)).toEqual([]);
});

test("changes during an edit become a single edit, to the latest state", async () => {
	const before = edits().length;
	const held = playground.faults.hold({ method: "PATCH", path: new RegExp(`/messages/${notice.id}$`) });
	for (let time = 0; time < 3; time++) {
		await pause();
		await resume();
	}
	await held.arrived;
	held.release();
	// Leaving causes the last edit, which removes the buttons.
	await use("leave");
	const last = () => playground.messagesFor(owner).find(({ id }) => id === notice.id);
	await eventually(() => expect(last()?.components).toEqual([]));
	expect(last()?.content).toMatch(/is read aloud/);
	await eventually(() => expect(edits().length - before).toBe(3));
});

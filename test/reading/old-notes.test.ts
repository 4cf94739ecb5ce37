import { eventually } from "@herald/common/testing/eventually.ts";
import { type Channel, ManualClock, type SeenMessage } from "@herald/playground";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Reading, startReading } from "./start-reading.ts";

const hoursMs = 3 * 3_600_000;

let reading: Reading;
/** Herald's messages about reading in the text channel and in the voice channel, three hours old. */
let note: SeenMessage;
let notice: SeenMessage;

const ownIn = (channel: Channel): SeenMessage | undefined =>
	reading.playground
		.messagesFor(reading.owner)
		.find(
			({ raw, ephemeral, components }) =>
				raw.channel_id === channel.id && !ephemeral && components.length > 0,
		);
const saying = async (channel: Channel, what: RegExp): Promise<SeenMessage> => {
	await eventually(() => expect(ownIn(channel)?.content).toMatch(what));
	return ownIn(channel) as SeenMessage;
};
/** Presses a button under the text channel's message, and waits until this message shows the result. */
const press = async (label: string, what: RegExp): Promise<void> => {
	const { playground, owner } = reading;
	const button = note.components.find((each) => each.label === label);
	playground.click(owner, note, String(button?.custom_id));
	note = await saying(playground.home.text, what);
};
const pause = () => press("Pause reading", /has paused/);
const resume = () => press("Resume reading", /is read aloud/);
const edits = () =>
	reading.playground.requests.filter(
		({ method, path }) => method === "PATCH" && path.endsWith(`/messages/${notice.id}`),
	);

beforeAll(async () => {
	// The clock begins `hoursMs` in the past. The advance below brings it to the present.
	const clock = new ManualClock(Date.now() - hoursMs);
	reading = await startReading({}, clock);
	const { playground, panel, settled, voice } = reading;
	await panel.add("channels", { channels: [playground.home.text.id] });
	await panel.set({ notes: true });
	await settled();
	note = await saying(playground.home.text, /is read aloud/);
	notice = await saying(voice, /is read aloud/);
	clock.advance(hoursMs);
});
afterAll(() => reading.stop());

test("messages older than an hour are edited no faster than Discord allows", async () => {
	for (let time = 0; time < 2; time++) {
		await pause();
		await saying(reading.voice, /has paused/);
		await resume();
		await saying(reading.voice, /is read aloud/);
	}
	await eventually(() => expect(edits()).toHaveLength(4));
	expect(edits().filter(({ status }) => status !== 200)).toEqual([]);
});

test("changes during an edit become a single edit, to the latest state", async () => {
	const { playground, owner, use } = reading;
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

import { eventually } from "@herald/common/testing/eventually.ts";
import { ManualClock } from "@herald/playground";
import { expect, test } from "vitest";
import { startReading } from "./start-reading.ts";

test("Herald leaves ten minutes after it read the last message", async () => {
	const clock = new ManualClock();
	const reading = await startReading({ clock, voice: { clock } });
	const { settled, playground } = reading;
	await settled();
	await eventually(() => expect(clock.waits).toContain(600_000));
	clock.advance(600_000);
	await eventually(() => expect(playground.voice.isConnected(playground.home.guild)).toBe(false));
	await reading.stop();
});

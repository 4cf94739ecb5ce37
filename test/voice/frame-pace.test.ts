import { expect, test } from "vitest";
import { FramePace } from "../../src/voice/playback.ts";

/** @returns which of the frames at these times, in ms, are late */
const lateAt = (pace: FramePace, times: readonly number[]) => times.filter((now) => pace.take(now));

test("frames on time or a little late don't count as late", () => {
	expect(lateAt(new FramePace(), [1_000, 1_021, 1_040, 1_079, 1_080, 1_100])).toEqual([]);
});

test("after a standstill, every frame counts as late until Herald has caught up", () => {
	expect(lateAt(new FramePace(), [0, 20, 200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 220])).toEqual([
		200, 201, 202, 203, 204, 205, 206,
	]);
});

test("frames are due from the time at which the first one should have come", () => {
	expect(lateAt(new FramePace(), [35, 40, 60, 80, 141])).toEqual([141]);
});

test("frames after a pause don't count as late", () => {
	const pace = new FramePace();
	pace.take(0);
	pace.pause();
	expect(lateAt(pace, [5_000, 5_020])).toEqual([]);
});

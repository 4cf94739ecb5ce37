import { findPause } from "@herald/common/audio/find-pause.ts";
import { expect, test } from "vitest";

const voiced = new Uint8Array(160);
const silent = new Uint8Array(3);

/** @returns a Clip, of so many packets with a voice, and then without, and so on; its noise as loud as the levels say */
const makeClip = (lengths: readonly number[], noise: number, quietPacket = silent) => {
	const frames = lengths.flatMap((length, i) => Array.from({ length }, () => i % 2 === 0));
	const levels = Array.from({ length: Math.ceil(frames.length / 5) }, (_, i) =>
		Math.max(...frames.slice(i * 5, i * 5 + 5).map((isVoice) => (isVoice ? 0.2 : noise))),
	);
	return { packets: frames.map((isVoice) => (isVoice ? voiced : quietPacket)), levels };
};

test.each([
	["a pause of 260 ms", [100, 13, 100], 0, 105],
	["its next pause", [50, 20, 50, 20, 50], 71, 125],
	["the pause that has begun", [50, 20, 50], 60, 60],
	["the one after a pause that is nearly over", [50, 20, 50, 20], 70, 125],
	["no pause of 240 ms", [100, 12, 100], 0, undefined],
	["nothing before it", [50, 20, 50], 80, undefined],
])("a Clip ends in %s", (_, lengths, from, end) => {
	expect(findPause(makeClip(lengths, 0), from)).toBe(end);
});

test("a pause is found in a service's noise, and none in a soft voice", () => {
	expect(findPause(makeClip([100, 20, 100], 0.001, voiced), 0)).toBe(105);
	expect(findPause(makeClip([100, 20, 100], 0.02, voiced), 0)).toBeUndefined();
});

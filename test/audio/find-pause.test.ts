import { findPause } from "@herald/common/audio/clip.ts";
import { expect, test } from "vitest";

const voiced = new Uint8Array(160);
const silent = new Uint8Array(3);

/**
 * @param lengths - numbers of packets, alternately with and without a voice @param noise - the level of packets without
 * a voice
 */
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
	["a pause that has already begun", [50, 20, 50], 60, 60],
	["the pause after one that is nearly over", [50, 20, 50, 20], 70, 125],
	["no pause of only 240 ms", [100, 12, 100], 0, undefined],
	["no pause before the start of the search", [50, 20, 50], 80, undefined],
])("a cut-off Clip ends in %s", (_, lengths, from, end) => {
	expect(findPause(makeClip(lengths, 0), from)).toBe(end);
});

test("a pause is found in a service's noise, but not in a soft voice", () => {
	expect(findPause(makeClip([100, 20, 100], 0.001, voiced), 0)).toBe(105);
	expect(findPause(makeClip([100, 20, 100], 0.02, voiced), 0)).toBeUndefined();
});

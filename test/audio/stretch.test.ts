import type { Pcm } from "@herald/common/audio/pcm.ts";
import { stretch } from "@herald/common/audio/stretch.ts";
import { expect, test } from "vitest";
import { makeSine, measureFrequency, measureRms } from "./sounds.ts";

const tempos = [0.5, 0.75, 1.15, 1.3, 1.5, 2] as const;
/** How much pitches may differ, as a share. */
const pitchTolerance = 0.01;

const sampleRate = 24_000;

/** Expects this duration in s, to within 20 ms or 1 %, whichever is more. */
const expectLength = ({ samples, sampleRate: rate }: Pcm, seconds: number): void =>
	expect(Math.abs(samples.length / rate - seconds)).toBeLessThan(Math.max(0.02, seconds * 0.01));

test.each(tempos)("a tone at a tempo of %f keeps its pitch, and lasts as much longer or shorter", (tempo) => {
	for (const hertz of [110, 220, 997]) {
		const tone = makeSine(hertz, -12, 2);
		const stretched = stretch(tone, tempo);
		expect(stretched.sampleRate).toBe(tone.sampleRate);
		expectLength(stretched, 2 / tempo);
		const heard = measureFrequency(stretched.samples.subarray(2_000, -2_000), tone.sampleRate);
		expect(Math.abs(heard / hertz - 1)).toBeLessThan(pitchTolerance);
	}
});

test("a sound is heard from its beginning to its end at every tempo", () => {
	const { samples } = makeSine(220, -12, 3);
	samples.fill(0, 0.1 * sampleRate, -0.1 * sampleRate);
	for (const tempo of tempos) {
		const stretched = stretch({ samples, sampleRate }, tempo).samples;
		const edge = Math.round((0.08 * sampleRate) / tempo);
		for (const heard of [stretched.subarray(0, edge), stretched.subarray(-edge)])
			expect(measureRms(heard) / measureRms(samples.subarray(0, 1_000)), `at ${tempo}`).toBeGreaterThan(0.9);
	}
});

test("a tempo out of bounds is refused", () => {
	for (const tempo of [0.49, 2.01, 0, Number.NaN])
		expect(() => stretch(makeSine(440, -12, 0.1), tempo)).toThrow(RangeError);
});

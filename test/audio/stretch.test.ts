import type { Pcm } from "@herald/common/audio/pcm.ts";
import { stretch } from "@herald/common/audio/stretch.ts";
import { compileFlite, prebuilt, sampleRate, speakPhrase } from "@herald/service/testing/internals.ts";
import { expect, test } from "vitest";
import { makeSine, measureFrequency, measureRms } from "./sounds.ts";

const tempos = [0.5, 0.75, 1.15, 1.3, 1.5, 2] as const;
/** How much pitches may differ, as a share. */
const pitchTolerance = 0.01;

/** Expects this duration in s, to within 20 ms or 1 %, whichever is more. */
const expectLength = ({ samples, sampleRate: rate }: Pcm, seconds: number): void =>
	expect(Math.abs(samples.length / rate - seconds)).toBeLessThan(Math.max(0.02, seconds * 0.01));

const windowSamples = 0.03 * sampleRate;

/**
 * @returns the pitch of the 60 ms that begin at sample `from`, in Hz; undefined if they aren't voiced or don't lie
 * within the sound
 */
const pitchAt = (samples: Int16Array, from: number): number | undefined => {
	if (from < 0 || from + 2 * windowSamples >= samples.length) return undefined;
	const alike = (lag: number): number => {
		let product = 0;
		let here = 1;
		let there = 1;
		for (let i = from; i < from + windowSamples; i += 2) {
			const [a, b] = [samples[i] as number, samples[i + lag] as number];
			product += a * b;
			here += a * a;
			there += b * b;
		}
		return product / Math.sqrt(here * there);
	};
	let best = 0;
	let bestLag = 0;
	for (let lag = Math.round(sampleRate / 400); lag < sampleRate / 70; lag++) {
		const found = alike(lag);
		// A longer lag must be clearly better: a tone is as much like itself after two periods as after one.
		if (found > best + 0.002) [best, bestLag] = [found, lag];
	}
	if (best < 0.9) return undefined;
	const [before, after] = [alike(bestLag - 1), alike(bestLag + 1)];
	return sampleRate / (bestLag + (before - after) / (2 * (before - 2 * best + after)));
};

/**
 * The ratio of the stretched voice's pitch to the original's at the same words: the median of all loud, voiced windows.
 */
const comparePitch = (speech: Int16Array, stretched: Int16Array, tempo: number): number => {
	const loud = measureRms(speech) * 0.5;
	const ratios: number[] = [];
	for (let from = 0; from + windowSamples < speech.length; from += windowSamples) {
		if (measureRms(speech.subarray(from, from + windowSamples)) < loud) continue;
		const middle = from + windowSamples / 2;
		const before = pitchAt(speech, from);
		const after = pitchAt(stretched, Math.round(middle / tempo - windowSamples / 2));
		const ratio = before && after ? after / before : 0;
		// Any other ratio means that no pitch was found, or that it was measured an octave off.
		if (ratio > 0.7 && ratio < 1.4) ratios.push(ratio);
	}
	expect(ratios.length).toBeGreaterThan(20);
	return ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] as number;
};

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

test.each(["Kore", "Charon"] as const)(
	"%s's speech keeps its pitch, and lasts as much longer or shorter",
	async (name) => {
		const text = "We were away all year, and nobody knew where you are now.";
		const speech = speakPhrase(await compileFlite(), text, prebuilt[name].flite) as Int16Array;
		for (const tempo of tempos) {
			const stretched = stretch({ samples: speech, sampleRate }, tempo);
			expectLength(stretched, speech.length / sampleRate / tempo);
			const heard = comparePitch(speech, stretched.samples, tempo);
			expect(Math.abs(heard - 1), `at ${tempo}`).toBeLessThan(pitchTolerance);
		}
	},
);

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

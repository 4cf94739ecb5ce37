import { expect, test } from "vitest";
import { stretch } from "../../src/audio/stretch.ts";
import { compileFlite, speakPhrase } from "../../src/service/engine/flite/flite.ts";
import { findRecipe, type VoiceRecipe } from "../../src/service/engine/flite/recipes.ts";
import { sampleRate } from "../../src/service/engine/speech-engine.ts";
import { makeSine, measureFrequency, measureRms } from "./sounds.ts";

const lengthTolerance = (seconds: number) => Math.max(0.02, seconds * 0.01);

/** A voice's median pitch in Hz: of each voiced 40 ms, the lag at which it is most like itself. */
const measurePitch = (samples: Int16Array): number => {
	const size = 0.04 * sampleRate;
	const loud = measureRms(samples) * 0.7;
	const pitches: number[] = [];
	for (let from = 0; from + 2 * size < samples.length; from += size) {
		const here = samples.subarray(from, from + size);
		if (measureRms(here) < loud) continue;
		const alike = (lag: number): number => {
			const there = samples.subarray(from + lag, from + lag + size);
			return here.reduce((sum, sample, i) => sum + sample * (there[i] as number), 0) / measureRms(there);
		};
		let best = 0;
		let bestLag = 0;
		for (let lag = Math.round(sampleRate / 300); lag < sampleRate / 75; lag++) {
			const found = alike(lag);
			if (found > best) [best, bestLag] = [found, lag];
		}
		pitches.push(sampleRate / bestLag);
	}
	return pitches.sort((a, b) => a - b)[Math.floor(pitches.length / 2)] as number;
};

test.each([
	[220, 1.3],
	[220, 1.15],
	[997, 1.3],
])("a tone of %i Hz at a tempo of %f keeps its pitch, and takes so much less time", (hertz, tempo) => {
	const tone = makeSine(hertz, -12, 2);
	const { samples, sampleRate: rate } = stretch(tone, tempo);
	expect(rate).toBe(tone.sampleRate);
	expect(Math.abs(samples.length / rate - 2 / tempo)).toBeLessThan(lengthTolerance(2 / tempo));
	const middle = samples.subarray(2_000, -2_000);
	expect(Math.abs(measureFrequency(middle, rate) / hertz - 1)).toBeLessThan(0.01);
});

test("speech at a tempo of 1.3 keeps its pitch, and takes so much less time", async () => {
	const text = "We were away all year, and nobody knew where you are now.";
	const speech = speakPhrase(await compileFlite(), text, findRecipe("Kore") as VoiceRecipe);
	const seconds = speech.length / sampleRate / 1.3;
	const { samples } = stretch({ samples: speech, sampleRate }, 1.3);
	expect(Math.abs(samples.length / sampleRate - seconds)).toBeLessThan(lengthTolerance(seconds));
	expect(Math.abs(measurePitch(samples) / measurePitch(speech) - 1)).toBeLessThan(0.01);
});

test("a slower pace is refused: there is no room for what it would make", () => {
	expect(() => stretch(makeSine(440, -12, 0.1), 0.9)).toThrow(RangeError);
});

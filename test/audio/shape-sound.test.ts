import { makeWaveform } from "@herald/common/audio/clip.ts";
import { measureLevels, measureLoudness, PeakLimiter, trimSilence } from "@herald/common/audio/loudness.ts";
import { toFloat, toInt16 } from "@herald/common/audio/pcm.ts";
import { resample } from "@herald/common/audio/resample.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inSilence, makeSine, measureRms } from "./sounds.ts";

const sine = (hertz: number, level: number, seconds: number, sampleRate = 24_000) =>
	toFloat(makeSine(hertz, level, seconds, sampleRate).samples);

describe("resample", () => {
	it("removes what the lower rate can't hold, instead of folding it down", () => {
		const out = resample(sine(15_000, -6, 0.5, 48_000), 48_000, 24_000).subarray(500, -500);
		expect(20 * Math.log10(measureRms(out))).toBeLessThan(-80);
	});

	it.each([16_000, 44_100, 8_000, 17_123.4])("keeps a tone's level and phase from %f Hz", (rate) => {
		const out = resample(sine(500, -6, 0.2, rate), rate, 24_000);
		const wanted = sine(500, -6, 0.2, 24_000);
		for (let i = 300; i < 4_500; i++) expect(out[i]).toBeCloseTo(wanted[i] as number, 3);
	});

	it("refuses invalid rates", () => {
		for (const rate of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
			expect(() => resample(new Float32Array(4), rate, 24_000)).toThrow(RangeError);
		}
	});
});

describe("trimSilence", () => {
	const lengthMs = (pcm: ReturnType<typeof makeSine>) =>
		trimSilence(toFloat(pcm.samples), 24_000).length / 24;

	it("takes faint noise and lone clicks for silence, however loud the click", () => {
		const pcm = inSilence(0.5, makeSine(440, -40, 1), 0.7);
		const noisy = pcm.samples.map((sample, i) => sample + ((i * 7_919) % 5) - 2);
		noisy.fill(32_767, 0, 200);
		expect(lengthMs({ samples: noisy, sampleRate: 24_000 })).toBeCloseTo(1_200, -1.2);
	});

	it("keeps pauses between words", () => {
		const word = makeSine(440, -20, 0.3);
		const samples = new Int16Array([...word.samples, ...new Int16Array(24_000), ...word.samples]);
		expect(lengthMs({ samples, sampleRate: 24_000 })).toBe(1_600);
	});
});

describe("measureLoudness", () => {
	it("ignores pauses", () => {
		const speech = sine(997, -23, 4);
		for (const pause of [new Float32Array(72_000), sine(997, -50, 3)]) {
			const both = Float32Array.from([...pause, ...speech, ...pause]);
			expect(Math.abs(measureLoudness(both, 24_000) + 26.01)).toBeLessThan(0.4);
		}
	});

	it("weighs bass as quieter than its level", () => {
		expect(measureLoudness(sine(40, -20, 2), 24_000)).toBeLessThan(
			measureLoudness(sine(997, -20, 2), 24_000) - 3,
		);
	});

	it("falls back to RMS below 400 ms, and calls silence -Infinity", () => {
		expect(measureLoudness(sine(997, -23, 0.3), 24_000)).toBeCloseTo(-26.01, 1);
		expect(measureLoudness(new Float32Array(0), 24_000)).toBe(Number.NEGATIVE_INFINITY);
		expect(measureLoudness(new Float32Array(24_000), 24_000)).toBe(Number.NEGATIVE_INFINITY);
	});
});

const limitPeaks = (samples: Float32Array, sampleRate: number): Float32Array =>
	new PeakLimiter(samples, sampleRate).take(samples.length);

describe("PeakLimiter", () => {
	it("limits a sound in one piece and in many alike", () => {
		const samples = sine(200, 12, 0.5).map((sample, i) => sample * Math.sin(i / 3_000));
		fc.assert(
			fc.property(fc.array(fc.integer({ min: 1, max: 4_000 }), { minLength: 1 }), (sizes) => {
				const limiter = new PeakLimiter(samples, 24_000);
				const pieces = [...sizes, samples.length].map((size) => [...limiter.take(size)]);
				expect(pieces.flat()).toEqual([...limitPeaks(samples, 24_000)]);
			}),
			{ numRuns: 20 },
		);
	});

	const ceiling = 10 ** (-1 / 20);

	it("lets no sample pass -1 dBFS, and gives every sample back with its sign", () => {
		const loud = fc.float32Array({ min: -8, max: 8, noNaN: true, minLength: 1, maxLength: 2_000 });
		fc.assert(
			fc.property(loud, (samples) => {
				const out = limitPeaks(samples, 24_000);
				expect(out).toHaveLength(samples.length);
				expect(
					out.every(
						(sample, i) => Math.abs(sample) <= ceiling + 1e-7 && sample * (samples[i] as number) >= 0,
					),
				).toBe(true);
				expect(toInt16(out).every((sample) => Math.abs(sample) <= 29_205)).toBe(true);
			}),
		);
	});

	it("turns the volume down smoothly around a peak, instead of clipping it", () => {
		const samples = sine(100, -6, 1);
		samples[12_000] = 2;
		const out = limitPeaks(samples, 24_000);
		const gains = Array.from(out, (sample, i) => sample / (samples[i] as number));
		const steps = gains.slice(1).map((gain, i) => Math.abs(gain - (gains[i] as number)));
		expect(out[12_000]).toBeCloseTo(ceiling, 5);
		expect(Math.max(...steps.filter(Number.isFinite))).toBeLessThan(0.01);
		expect(gains[6_001]).toBe(1);
		expect(gains[23_999]).toBeCloseTo(1, 2);
	});
});

describe("makeWaveform", () => {
	it("has at most 256 points and never more than there are levels", () => {
		fc.assert(
			fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 2_000 }), (levels) => {
				expect(makeWaveform(levels)).toHaveLength(Math.min(256, levels.length));
			}),
		);
	});

	it("draws silence at the bottom and the loudest speech at the top, in order", () => {
		const pcm = inSilence(1, makeSine(440, -20, 1), 0);
		const points = [...makeWaveform(measureLevels(toFloat(pcm.samples), 24_000))];
		expect(points).toEqual([...new Array(10).fill(0), ...new Array(10).fill(255)]);
	});

	it("doesn't enlarge faint noise", () => {
		expect(Math.max(...makeWaveform([0.0001, 0.0002]))).toBeLessThan(50);
	});
});

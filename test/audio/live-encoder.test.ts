import { closeEncoder, encodeClip, LiveEncoder } from "@herald/common/audio/encode-clip.ts";
import { decodeOpus } from "@herald/common/audio/opus.ts";
import { toFloat } from "@herald/common/audio/pcm.ts";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { inSilence, makeSine, measureRms } from "./sounds.ts";

afterAll(closeEncoder);

/**
 * Makes a sound that varies as speech does: a syllable of 120 ms for each level, in dBFS, with short pauses between
 * them.
 */
const makeSyllables = (levels: readonly number[]): Int16Array => {
	const parts = levels.map((level) => makeSine(180, level, 0.12).samples);
	const gap = new Int16Array(700);
	return Int16Array.from(parts.flatMap((part) => [...part, ...gap]));
};

/** Encodes a sound that arrives in pieces, whose lengths are taken from `lengths` in rotation. */
const encodeLive = (samples: Int16Array, lengths: readonly number[], moreDb = 0) => {
	const encoder = new LiveEncoder(moreDb);
	const packets: Uint8Array[] = [];
	try {
		for (let at = 0, turn = 0; at < samples.length; turn += 1) {
			const length = lengths[turn % lengths.length] as number;
			for (const batch of encoder.add(toFloat(samples.subarray(at, at + length)))) packets.push(...batch);
			at += length;
		}
		const { packets: last, heard } = encoder.end();
		return { packets: [...packets, ...last], heard };
	} finally {
		encoder.close();
	}
};

const dbOf = (samples: ArrayLike<number>) => 20 * Math.log10(measureRms(samples) / 32_768 + 1e-9);

test("a sound's packets are the same, however it is cut into pieces", () => {
	const level = fc.integer({ min: -60, max: 0 });
	fc.assert(
		fc.property(
			fc.array(level, { maxLength: 16 }),
			fc.nat(20_000),
			fc.array(fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 1, max: 30_000 })), {
				minLength: 1,
				maxLength: 6,
			}),
			// A gain of 15 dB makes the encoder limit peaks.
			fc.constantFrom(0, 15),
			(levels, before, lengths, moreDb) => {
				const samples = inSilence(
					before / 24_000,
					{ samples: makeSyllables(levels), sampleRate: 24_000 },
					0.1,
				);
				const whole = encodeLive(samples.samples, [samples.samples.length + 1], moreDb);
				expect(encodeLive(samples.samples, lengths, moreDb)).toEqual(whole);
			},
		),
		// The example is a frame whose peaks are limited because of the next frame's peaks. The sound arrives one
		// sample at a time.
		{ numRuns: 30, examples: [[[0, 0, 0, 0], 1_160, [1], 15]] },
	);
});

test("after its first second, live sound is as loud as the whole sound's Clip throughout", () => {
	fc.assert(
		fc.property(
			fc.integer({ min: -40, max: -3 }),
			fc.array(fc.integer({ min: -6, max: 0 }), { minLength: 40, maxLength: 40 }),
			(level, steps) => {
				const samples = makeSyllables(steps.map((step) => level + step));
				const whole = decodeOpus(encodeClip({ samples, sampleRate: 24_000 }).packets);
				const live = decodeOpus(encodeLive(samples, [4_096]).packets);
				for (let at = 24_000; at + 4_800 < whole.length - 4_800; at += 4_800) {
					const off = dbOf(live.subarray(at, at + 4_800)) - dbOf(whole.subarray(at, at + 4_800));
					expect(Math.abs(off)).toBeLessThan(3);
				}
			},
		),
		{ numRuns: 8 },
	);
});

test("a sound that is loud from its first sample never passes the ceiling, and has no click", () => {
	const live = decodeOpus(encodeLive(makeSine(220, 0, 3).samples, [1_000], 12).packets);
	expect(Math.max(...live)).toBeLessThan(32_000);
	const jumps = live.map((sample, at) => Math.abs(sample - (live[at - 1] ?? 0)));
	// No step between samples is more than 1.2 times the steepest step of the tone itself.
	expect(Math.max(...jumps.subarray(2_400))).toBeLessThan(32_000 * 2 * Math.PI * (220 / 24_000) * 1.2);
});

test("silence before a sound is trimmed, and its end is found 150 ms after the last sound", () => {
	const { samples } = inSilence(2, makeSine(220, -20, 1), 1.4);
	const { packets, heard } = encodeLive(samples, [999]);
	expect(heard * 20).toBeCloseTo(50 + 1_000 + 150 + 20, -1.7);
	expect(packets.length * 20).toBeCloseTo(50 + 1_000 + 1_400 + 20, -1.7);
});

test("a sound too short to measure its loudness early is as loud as its Clip", () => {
	const { samples } = makeSine(220, -40, 0.3);
	const live = decodeOpus(encodeLive(samples, [100]).packets);
	const whole = decodeOpus(encodeClip({ samples, sampleRate: 24_000 }).packets);
	expect(dbOf(live)).toBeCloseTo(dbOf(whole), 0);
});

test("silence and clicks give no packets", () => {
	const samples = new Int16Array(48_000);
	samples[20_000] = 30_000;
	expect(encodeLive(samples, [3_000])).toEqual({ packets: [], heard: 0 });
});

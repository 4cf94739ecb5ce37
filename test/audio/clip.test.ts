import {
	AudioError,
	type Clip,
	clipFormat,
	findPause,
	joinClips,
	packClip,
	unpackClip,
} from "@herald/common/audio/clip.ts";
import { deriveClip } from "@herald/common/audio/derive-clip.ts";
import { closeEncoder, encodeClip, NoAudioError, warmEncoder } from "@herald/common/audio/encode-clip.ts";
import { finish, OpusEncoder } from "@herald/common/audio/opus.ts";
import { stretch } from "@herald/common/audio/stretch.ts";
import fc from "fast-check";
import OpusScript from "opusscript";
import { afterAll, describe, expect, it, test } from "vitest";
import { inSilence, makeSine, measureFrequency, measureRms } from "./sounds.ts";

afterAll(closeEncoder);

/**
 * What a listener hears of a Clip, at 48 kHz: the decoded samples without the encoder's delay and without what follows
 * the Clip's end.
 */
function decode({ packets, durationMs }: Clip): Int16Array {
	const decoder = new OpusScript(48_000, 1);
	try {
		const frames = packets.map((packet) => decoder.decode(Buffer.from(packet)));
		const bytes = new Uint8Array(Buffer.concat(frames));
		return new Int16Array(bytes.buffer).subarray(312, 312 + durationMs * 48);
	} finally {
		decoder.delete();
	}
}

const decibels = (samples: ArrayLike<number>) => 20 * Math.log10(measureRms(samples) / 32_768);

describe("encodeClip", () => {
	it.each([24_000, 48_000, 16_000, 22_050])("keeps a tone's frequency and length from %i Hz", (rate) => {
		const clip = encodeClip(makeSine(440, -20, 1, rate));
		const heard = decode(clip);
		expect(clip.durationMs).toBe(1_000);
		expect(measureFrequency(heard.subarray(4_800, -4_800), 48_000)).toBeCloseTo(440, 0);
	});

	it.each([
		[-24, -18],
		[-6, -18],
		[-50, -41.01],
	])("makes sound equally loud, but raises it by at most 12 dB: %i dB to %f dB", (before, after) => {
		expect(Math.abs(decibels(decode(encodeClip(makeSine(997, before, 1)))) - after)).toBeLessThan(0.5);
	});

	it("begins and ends the sound at the same times, to within a millisecond", () => {
		const heard = decode(encodeClip(inSilence(1, makeSine(1_000, -20, 0.5), 1)));
		const half = 0.5 * Math.max(...heard.subarray(12_000, 24_000));
		const first = heard.findIndex((sample) => Math.abs(sample) > half);
		const last = heard.findLastIndex((sample) => Math.abs(sample) > half);
		expect(Math.abs(first / 48 - 50)).toBeLessThan(1);
		expect(Math.abs(last / 48 - 550)).toBeLessThan(1);
		expect(heard).toHaveLength(700 * 48);
	});

	it("makes whole frames, one packet after them, and a level for each 100 ms", () => {
		fc.assert(
			fc.property(fc.integer({ min: 1_200, max: 12_000 }), (length) => {
				const clip = encodeClip({
					samples: makeSine(440, -10, 0.5).samples.subarray(0, length),
					sampleRate: 24_000,
				});
				expect(clip.durationMs).toBe(Math.ceil(length / 480) * 20);
				expect(clip.packets).toHaveLength(clip.durationMs / 20 + 1);
				expect(clip.levels).toHaveLength(Math.ceil(length / 2_400));
				expect(clip.levels.every((level) => level > 0 && level < 1)).toBe(true);
			}),
			{ numRuns: 20 },
		);
	});

	it("encodes the same sound to the same bytes, whatever came before", () => {
		const fresh = encodeClip(makeSine(440, -20, 0.5));
		encodeClip(makeSine(3_000, -3, 0.3));
		expect(encodeClip(makeSine(440, -20, 0.5))).toEqual(fresh);
		closeEncoder();
		warmEncoder();
		expect(encodeClip(makeSine(440, -20, 0.5))).toEqual(fresh);
	});

	it.each([
		["no samples", new Int16Array(0)],
		["less than 50 ms", makeSine(440, -6, 0.049).samples],
		["digital silence", new Int16Array(24_000)],
		["a converter's noise", Int16Array.from({ length: 24_000 }, (_, i) => (i % 7) - 3)],
	])("refuses %s", (_, samples) => {
		expect(() => encodeClip({ samples, sampleRate: 24_000 })).toThrow(NoAudioError);
	});

	it("makes a Clip of any samples that can be heard, full-scale noise too", () => {
		const value = fc.integer({ min: -32_768, max: 32_767 });
		fc.assert(
			fc.property(fc.array(value, { minLength: 1_200, maxLength: 3_000 }), (values) => {
				const samples = Int16Array.from(values);
				samples[0] = 1_000;
				expect(encodeClip({ samples, sampleRate: 24_000 }).packets.every((packet) => packet.length > 0)).toBe(
					true,
				);
			}),
			{ numRuns: 30 },
		);
	});
});

describe("deriveClip", () => {
	const short = makeSine(440, -2, 0.03);
	/** A quiet tone with a loud passage of 30 ms. */
	const peaky = inSilence(0, makeSine(440, -24, 2), 0);
	peaky.samples.set(short.samples, 24_000);
	const clip = encodeClip(peaky);
	const most = (samples: Int16Array) => samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);

	it("changes the volume by the given gain, and limits peaks to −1 dBFS", () => {
		const level = (of: Clip) => decibels(decode(of).subarray(0, 40_000));
		for (const gainDb of [-12, 3, 6]) {
			const derived = finish(deriveClip(clip, { tempo: 1, gainDb }));
			expect(derived.durationMs).toBe(clip.durationMs);
			expect(Math.abs(level(derived) - level(clip) - gainDb), `${gainDb} dB`).toBeLessThan(0.5);
			// −1 dBFS is 0.89 of full scale. An encoder may exceed that a little.
			expect(most(decode(derived)), `${gainDb} dB`).toBeLessThan(0.95 * 32_768);
		}
	});

	it("changes the duration by the given tempo, and keeps the loudness and the pitch", () => {
		for (const tempo of [0.5, 1.3, 2]) {
			const derived = finish(deriveClip(clip, { tempo, gainDb: 0 }));
			expect(Math.abs(derived.durationMs - clip.durationMs / tempo)).toBeLessThanOrEqual(20);
			const heard = decode(derived);
			expect(Math.abs(decibels(heard) - decibels(decode(clip))), `at ${tempo}`).toBeLessThan(1.5);
			// The tone before the loud passage keeps its pitch.
			const pitch = measureFrequency(heard.subarray(4_800, (0.8 * 48_000) / tempo), 48_000);
			expect(Math.abs(pitch / 440 - 1), `at ${tempo}`).toBeLessThan(0.01);
		}
	});
});

describe("stretch", () => {
	it("a sound is heard from its beginning to its end at every tempo", () => {
		const { samples, sampleRate } = makeSine(220, -12, 3);
		samples.fill(0, 0.1 * sampleRate, -0.1 * sampleRate);
		for (const tempo of [0.5, 0.75, 1.15, 1.3, 1.5, 2]) {
			const stretched = stretch({ samples, sampleRate }, tempo).samples;
			const edge = Math.round((0.08 * sampleRate) / tempo);
			for (const heard of [stretched.subarray(0, edge), stretched.subarray(-edge)])
				expect(measureRms(heard) / measureRms(samples.subarray(0, 1_000)), `at ${tempo}`).toBeGreaterThan(
					0.9,
				);
		}
	});

	it("a tempo out of bounds is refused", () => {
		for (const tempo of [0.49, 2.01, 0, Number.NaN])
			expect(() => stretch(makeSine(440, -12, 0.1), tempo)).toThrow(RangeError);
	});
});

describe("OpusEncoder", () => {
	it("refuses samples that are not whole frames", () => {
		const encoder = new OpusEncoder();
		expect(() => encoder.encode(new Int16Array(481))).toThrow(RangeError);
		encoder.close();
	});
});

const anyClip: fc.Arbitrary<Clip> = fc
	.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { minLength: 2, maxLength: 60 })
	.chain((packets) => {
		const count = Math.ceil((packets.length - 1) / 5);
		return fc
			.array(fc.float({ min: 0, max: 1, noNaN: true }), { minLength: count, maxLength: count })
			.map((levels) => ({ packets, durationMs: (packets.length - 1) * 20, levels }));
	});

describe("packClip and unpackClip", () => {
	it("give back the same Clip", () => {
		fc.assert(
			fc.property(anyClip, (clip) => {
				expect(unpackClip(packClip(clip))).toEqual(clip);
			}),
		);
	});

	it("refuse a Clip that is cut short, lengthened or of another format", () => {
		fc.assert(
			fc.property(anyClip, fc.nat(), (clip, cut) => {
				const packed = packClip(clip);
				expect(() => unpackClip(packed.subarray(0, cut % packed.length))).toThrow(AudioError);
				expect(() => unpackClip(Buffer.concat([packed, Buffer.alloc(1)]))).toThrow(AudioError);
				packed[0] = clipFormat + 1;
				expect(() => unpackClip(packed)).toThrow(AudioError);
			}),
		);
	});

	it("throw nothing but AudioError for any bytes", () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
				expect(() => unpackClip(Uint8Array.of(clipFormat, ...bytes, 1))).toThrow(AudioError);
			}),
		);
	});
});

describe("joinClips", () => {
	it("keeps every packet in order, and the exact durations", () => {
		fc.assert(
			fc.property(fc.array(anyClip, { minLength: 1, maxLength: 5 }), (clips) => {
				const joined = joinClips(clips);
				expect(joined.packets).toEqual(clips.flatMap((clip) => clip.packets));
				expect(joined.packets).toHaveLength(joined.durationMs / 20 + 1);
				expect(joined.levels).toHaveLength(Math.ceil(joined.durationMs / 100));
				expect(joinClips([joined])).toEqual(joined);
			}),
		);
	});

	it("begins one sound 20 ms after the other, to within a millisecond", () => {
		const [low, high] = [encodeClip(makeSine(500, -20, 0.5)), encodeClip(makeSine(2_000, -20, 0.5))];
		const heard = decode(joinClips([low, high]));
		const second = heard.subarray(520 * 48);
		expect(heard).toHaveLength(1_020 * 48);
		expect(measureFrequency(heard.subarray(4_800, 19_200), 48_000)).toBeCloseTo(500, 0);
		expect(measureFrequency(second.subarray(4_800, 19_200), 48_000)).toBeCloseTo(2_000, 0);
		expect(measureRms(heard.subarray(505 * 48, 515 * 48))).toBeLessThan(0.05 * measureRms(second));
	});

	it("computes the levels anew for the joined Clip's own 100 ms", () => {
		const loud: Clip = { packets: new Array(6).fill(Uint8Array.of(1)), durationMs: 100, levels: [0.5] };
		const quiet: Clip = { ...loud, levels: [0] };
		const levels = joinClips([quiet, loud, quiet]).levels;
		expect(levels.map((level) => level.toFixed(3))).toEqual([
			"0.000",
			(0.5 * Math.sqrt(4 / 5)).toFixed(3),
			(0.5 * Math.sqrt(1 / 5)).toFixed(3),
			"0.000",
		]);
	});

	it("refuses an empty list", () => {
		expect(() => joinClips([])).toThrow(RangeError);
	});
});

const voiced = new Uint8Array(160);
const silent = new Uint8Array(3);

/**
 * @param lengths - numbers of packets, alternately with and without a voice @param noise - the level of packets without
 * a voice
 */
const makePausing = (lengths: readonly number[], noise: number, quietPacket = silent) => {
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
	expect(findPause(makePausing(lengths, 0), from)).toBe(end);
});

test("a pause is found in a service's noise, but not in a soft voice", () => {
	expect(findPause(makePausing([100, 20, 100], 0.001, voiced), 0)).toBe(105);
	expect(findPause(makePausing([100, 20, 100], 0.02, voiced), 0)).toBeUndefined();
});

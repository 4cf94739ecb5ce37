import { AudioError } from "@herald/common/audio/clip.ts";
import { readPcm, toFloat, writeWav } from "@herald/common/audio/pcm.ts";
import { PcmReader } from "@herald/common/audio/pcm-reader.ts";
import { resample } from "@herald/common/audio/resample.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { makeSine } from "./sounds.ts";

/** Reads bytes that arrive in pieces, whose lengths are taken from `lengths` in rotation. */
const readInPieces = (bytes: Uint8Array, mimeType: string, lengths: readonly number[]): Float32Array => {
	const reader = new PcmReader();
	const pieces: Float32Array[] = [];
	for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
		const length = lengths[turn % lengths.length] as number;
		pieces.push(...reader.add(bytes.subarray(at, at + length), mimeType));
		at += length;
	}
	pieces.push(...reader.end());
	return Float32Array.from(pieces.flatMap((piece) => [...piece]));
};

const lengths = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 5 });
const rate = fc.constantFrom(8_000, 16_000, 22_050, 24_000, 48_000);

/**
 * @returns a copy of a WAV file whose header says that its data is `size` long, as when a writer never fills in the
 * length
 */
const withoutSize = (file: Uint8Array, size: number): Uint8Array => {
	const copy = Uint8Array.from(file);
	new DataView(copy.buffer).setUint32(40, size, true);
	return copy;
};

test("bytes cut anywhere are read as when they come in one piece", () => {
	fc.assert(
		fc.property(
			rate,
			lengths,
			fc.constantFrom("raw", "wav", "size 0", "no size"),
			fc.boolean(),
			(hertz, cut, how, odd) => {
				const pcm = makeSine(300, -10, 0.2, hertz);
				const file = writeWav(pcm);
				const raw = Buffer.from(pcm.samples.buffer);
				const bytes = {
					raw: odd ? Buffer.concat([raw, Buffer.alloc(1)]) : raw,
					wav: odd ? Buffer.concat([file, Buffer.from("LISTsomething")]) : file,
					"size 0": withoutSize(file, 0),
					"no size": withoutSize(file, 0xffff_ffff),
				}[how];
				const type = how === "raw" ? `audio/L16;codec=pcm;rate=${hertz}` : "audio/wav";
				const whole = readPcm(bytes, type);
				const samples = resample(toFloat(whole.samples), hertz, 24_000);
				expect(readInPieces(bytes, type, cut)).toEqual(samples);
			},
		),
		{ numRuns: 200 },
	);
});

test("a part with its own rate or header begins a new sound", () => {
	const reader = new PcmReader();
	const low = Buffer.from(makeSine(300, -10, 0.1, 8_000).samples.buffer);
	const file = Buffer.from(writeWav(makeSine(300, -10, 0.1, 48_000)));
	const pieces = [
		...reader.add(low, "audio/l16;rate=8000"),
		...reader.add(low, ""),
		...reader.add(file, "audio/wav"),
		...reader.add(low, "audio/l16;rate=8000"),
		...reader.end(),
	];
	expect(pieces.reduce((sum, { length }) => sum + length, 0)).toBe(4 * 2_400);
});

test.each([
	["an MP3", Buffer.from("ID3 and so on"), "audio/mpeg"],
	[
		"a WAV file whose data never begins",
		Buffer.concat([Buffer.from("RIFF    WAVELIST"), Buffer.alloc(70_000, 1)]),
		"audio/wav",
	],
	["a type that isn't sound's", Buffer.from("RI"), "audio/ogg"],
])("%s is refused", (_, bytes, type) => {
	expect(() => readInPieces(bytes, type, [1_000])).toThrow(AudioError);
});

import { AudioError } from "@herald/common/audio/clip.ts";
import { isWav, readPcm, readWav, toFloat, WavError, writeWav } from "@herald/common/audio/pcm.ts";
import { PcmReader } from "@herald/common/audio/pcm-reader.ts";
import { resample } from "@herald/common/audio/resample.ts";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { makeSine } from "./sounds.ts";

const samples = fc.array(fc.integer({ min: -32_768, max: 32_767 }), { maxLength: 300 });

function chunk(tag: string, body: Uint8Array, size = body.length): Buffer {
	const header = Buffer.alloc(8);
	header.write(tag);
	header.writeUInt32LE(size, 4);
	return Buffer.concat([header, body, Buffer.alloc(body.length % 2)]);
}

function wav(...chunks: Uint8Array[]): Buffer {
	const body = Buffer.concat(chunks);
	return Buffer.concat([chunk("RIFF", Buffer.alloc(0), body.length + 4), Buffer.from("WAVE"), body]);
}

function format({ tag = 1, channels = 1, rate = 24_000, bits = 16, more = "" } = {}): Buffer {
	const body = Buffer.alloc(16);
	body.writeUInt16LE(tag, 0);
	body.writeUInt16LE(channels, 2);
	body.writeUInt32LE(rate, 4);
	body.writeUInt16LE(bits, 14);
	return chunk("fmt ", Buffer.concat([body, Buffer.from(more, "hex")]));
}

const three = Buffer.from(Int16Array.of(1, -2, 300).buffer);

describe("readWav", () => {
	it("gives back what writeWav wrote, at any rate", () => {
		fc.assert(
			fc.property(samples, fc.integer({ min: 8_000, max: 96_000 }), (values, sampleRate) => {
				const pcm = { samples: Int16Array.from(values), sampleRate };
				const file = writeWav(pcm);
				// The file may be a part of a larger buffer.
				expect(readWav(Buffer.concat([Buffer.alloc(3), file]).subarray(3))).toEqual(pcm);
			}),
		);
	});

	const odd = chunk("LIST", Buffer.from("INFOabc"));
	const stereo = Buffer.from(Int16Array.of(32_767, 32_767, -32_768, -32_768, 100, 200).buffer);
	const more = `160010000400000001000000000010008000${"00aa00389b71"}`;
	it.each([
		["unknown chunks", [odd, format(), chunk("fact", Buffer.alloc(4)), odd, chunk("data", three)]],
		["a data size of 0", [format(), chunk("data", three, 0)]],
		["the largest data size", [format(), chunk("data", three, 0xffff_ffff)]],
		["a data size beyond its end", [format(), chunk("data", three, 1_000_000)]],
		["more after its data", [format(), chunk("data", three), chunk("LIST", Buffer.alloc(20, 7))]],
		["16-bit PCM in the extensible format", [format({ tag: 0xfffe, more }), chunk("data", three)]],
		["two loud channels", [format({ channels: 2 }), chunk("data", stereo)], [32_767, -32_768, 150]],
		["an incomplete last sample", [format(), chunk("data", three.subarray(0, 5))], [1, -2]],
		["a header alone", [format(), chunk("data", Buffer.alloc(0))], []],
	])("reads a file with %s", (_, chunks, values = [1, -2, 300]) => {
		expect([...readWav(wav(...chunks)).samples]).toEqual(values);
	});

	it.each([
		["a compressed format", wav(format({ tag: 0x55 }), chunk("data", three)), /format 85/],
		["extensible floats", wav(format({ tag: 0xfffe, more: "160020000400000003000000" })), /format 3/],
		["8 bits", wav(format({ bits: 8 }), chunk("data", three)), /8 bits/],
		["six channels", wav(format({ channels: 6 }), chunk("data", three)), /6 channels/],
		["no channel", wav(format({ channels: 0 }), chunk("data", three)), /0 channels/],
		["a rate of 0", wav(format({ rate: 0 }), chunk("data", three)), /0 samples a second/],
		["data before its format", wav(chunk("data", three), format()), /before its format/],
		["no data", wav(format()), /no data/],
		["no format", wav(), /no data/],
		["a format cut short", wav(format()).subarray(0, 30), /no data/],
		["no RIFF", Buffer.from("ID3 and then an MP3"), /Not a WAV/],
	])("refuses %s with a sentence", (_, bytes, sentence) => {
		expect(() => readWav(bytes)).toThrow(WavError);
		expect(() => readWav(bytes)).toThrow(sentence);
	});

	it("throws only WavError, whatever the bytes", () => {
		const head = fc.constantFrom(Buffer.alloc(0), wav(), wav(format()), wav(format({ channels: 2 })));
		fc.assert(
			fc.property(head, fc.uint8Array({ maxLength: 200 }), (start, rest) => {
				const bytes = Buffer.concat([start, rest]);
				try {
					readWav(bytes);
				} catch (error) {
					expect(error).toBeInstanceOf(WavError);
				}
			}),
			{ numRuns: 1_000 },
		);
	});
});

describe("readPcm", () => {
	it.each([
		["audio/L16;codec=pcm;rate=24000", 24_000],
		["audio/l16; rate=16000; channels=1", 16_000],
		["audio/L16", 24_000],
		["audio/pcm", 24_000],
		["audio/x-pcm;rate=8000", 8_000],
		["audio/whatever;rate=48000", 48_000],
	])("reads %s as little-endian samples", (mimeType, sampleRate) => {
		expect(readPcm(three, mimeType)).toEqual({ samples: Int16Array.of(1, -2, 300), sampleRate });
	});

	it("trusts the header of a WAV file more than its type", () => {
		const pcm = { samples: Int16Array.of(9, 8, 7), sampleRate: 22_050 };
		expect(readPcm(writeWav(pcm), "audio/L16;rate=24000")).toEqual(pcm);
	});

	it("mixes raw stereo, and drops an incomplete last sample", () => {
		expect([
			...readPcm(Buffer.concat([three, Buffer.alloc(1)]), "audio/L16;rate=8000;channels=2").samples,
		]).toEqual([-1]);
		expect(readPcm(three.subarray(0, 5), "audio/L16").samples).toHaveLength(2);
	});

	it.each([
		"audio/mpeg",
		"audio/mpeg;rate=24000",
		"audio/wav",
		"",
		"text/html",
		"audio/L16;rate=0",
		"audio/L16;channels=6",
	])("refuses %j with a sentence", (mimeType) => {
		expect(() => readPcm(three, mimeType)).toThrow(AudioError);
	});

	it("throws only AudioError, whatever the bytes and the type", () => {
		const mimeType = fc.oneof(
			fc.string(),
			fc.nat().map((rate) => `audio/L16;rate=${rate}`),
		);
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 100 }), mimeType, (bytes, type) => {
				try {
					const { samples, sampleRate } = readPcm(bytes, type);
					expect(sampleRate).toBeGreaterThan(0);
					if (!isWav(bytes)) expect(samples.length).toBeLessThanOrEqual(bytes.length / 2);
				} catch (error) {
					expect(error).toBeInstanceOf(AudioError);
				}
			}),
			{ numRuns: 1_000 },
		);
	});
});

/** Reads bytes that arrive in pieces, whose lengths are taken from `lengths` in rotation. */
const readInPieces = (bytes: Uint8Array, mimeType: string, lengths: readonly number[]): Float32Array => {
	const reader = new PcmReader();
	const pieces: number[] = [];
	for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
		const length = lengths[turn % lengths.length] as number;
		for (const piece of reader.add(bytes.subarray(at, at + length), mimeType)) pieces.push(...piece);
		at += length;
	}
	for (const piece of reader.end()) pieces.push(...piece);
	return Float32Array.from(pieces);
};

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) =>
	Buffer.from(buffer, byteOffset, byteLength);
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
				// A comparison of bytes takes a fraction of the time of one of numbers.
				expect(bytesOf(readInPieces(bytes, type, cut)).equals(bytesOf(samples))).toBe(true);
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
	["a WAV file whose data never begins", Buffer.from(`RIFF    WAVELIST${"x".repeat(70_000)}`), "audio/wav"],
	["a type that isn't sound's", Buffer.from("RI"), "audio/ogg"],
])("%s is refused", (_, bytes, type) => {
	expect(() => readInPieces(bytes, type, [1_000])).toThrow(AudioError);
});

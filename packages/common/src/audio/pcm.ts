import { endianness } from "node:os";
import { AudioError } from "./clip.ts";

/** Mono sound as signed 16-bit samples; {@link Pcm.sampleRate} in Hz. */
export interface Pcm {
	readonly samples: Int16Array;
	readonly sampleRate: number;
}

/** Whether a rate in Hz is plausible for speech: a whole number from 8,000 to 96,000. */
const isSampleRate = (rate: number): boolean => Number.isInteger(rate) && rate >= 8_000 && rate <= 96_000;

/** Samples as floats, full scale ±1. */
export const toFloat = (samples: Int16Array): Float32Array => {
	// Not `Float32Array.from` with a function: it uses an iterator and is fifty times slower.
	const out = new Float32Array(samples.length);
	for (let i = 0; i < samples.length; i++) out[i] = (samples[i] as number) / 32_768;
	return out;
};

/** Floats (full scale ±1) as 16-bit samples, rounded; values beyond full scale are clamped. */
export const toInt16 = (samples: Float32Array): Int16Array => {
	const out = new Int16Array(samples.length);
	for (let i = 0; i < samples.length; i++) {
		const scaled = Math.round((samples[i] as number) * 32_768);
		out[i] = Math.max(-32_768, Math.min(32_767, scaled));
	}
	return out;
};

/** Samples made louder by `gainDb`, or quieter; nothing is limited. */
export const amplify = (samples: Float32Array, gainDb: number): Float32Array => {
	const gain = 10 ** (gainDb / 20);
	const out = new Float32Array(samples.length);
	for (let i = 0; i < samples.length; i++) out[i] = (samples[i] as number) * gain;
	return out;
};

/** The samples of signed 16-bit little-endian bytes, two channels mixed to one. An incomplete last sample is dropped. */
export const mixToMono = (bytes: Uint8Array, channels: 1 | 2): Int16Array => {
	const count = Math.floor(bytes.length / (2 * channels));
	// A copy, because samples need an even offset.
	const copy = new Uint8Array(bytes.subarray(0, count * 2 * channels));
	if (endianness() === "BE") Buffer.from(copy.buffer).swap16();
	const samples = new Int16Array(copy.buffer);
	if (channels === 1) return samples;
	const mono = new Int16Array(count);
	for (let i = 0; i < count; i++)
		mono[i] = ((samples[i * 2] as number) + (samples[i * 2 + 1] as number)) >> 1;
	return mono;
};

/** A WAV file that is broken, or that holds something other than 16-bit PCM of one or two channels. */
export class WavError extends AudioError {}

const formatPcm = 0x0001;
const formatExtensible = 0xfffe;
const headerBytes = 44;
/** The data sizes in headers of streaming writers, which don't know the size: everything that follows is data. */
const unknownSizes = new Set([0, 0xffff_ffff]);

/** The format of raw samples: signed 16-bit little-endian, interleaved. */
export interface PcmFormat {
	readonly channels: 1 | 2;
	readonly sampleRate: number;
}

/** The byte range of a WAV file's samples; the end is infinite if the file doesn't say. */
type WavData = PcmFormat & Readonly<Record<"start" | "end", number>>;

/** Whether bytes start like a WAV file (`RIFF….WAVE`). */
export const isWav = (bytes: Uint8Array): boolean =>
	bytes.length >= 12 && readTag(bytes, 0) === "RIFF" && readTag(bytes, 8) === "WAVE";

/**
 * Reads a WAV file: signed 16-bit PCM of any rate, two channels mixed to one. If its data size is 0, unknown or beyond
 * the end, everything that follows is data.
 *
 * @throws WavError for any other bytes
 */
export const readWav = (bytes: Uint8Array): Pcm => {
	const data = findWavData(bytes);
	if (!data) throw new WavError("The WAV file has no data");
	const samples = mixToMono(bytes.subarray(data.start, data.end), data.channels);
	return { samples, sampleRate: data.sampleRate };
};

/**
 * Finds the samples of a WAV file by its beginning.
 *
 * @returns undefined if more of the file is needed to find them
 * @throws WavError for bytes that can't begin a readable WAV file
 */
export const findWavData = (bytes: Uint8Array): WavData | undefined => {
	if (!isWav(bytes)) throw new WavError("Not a WAV file: it does not begin with RIFF and WAVE");
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let format: PcmFormat | undefined;
	for (let at = 12; at + 8 <= bytes.length; ) {
		const tag = readTag(bytes, at);
		const size = view.getUint32(at + 4, true);
		const start = at + 8;
		if (tag === "fmt ") {
			if (size > bytes.length - start) return undefined;
			format = readFormat(view, start, size);
		} else if (tag === "data") {
			if (!format) throw new WavError("The WAV file has data before its format");
			return { ...format, start, end: unknownSizes.has(size) ? Number.POSITIVE_INFINITY : start + size };
		}
		// A chunk of odd size is followed by a padding byte that isn't part of its size.
		at = start + size + (size % 2);
	}
	return undefined;
};

/** A WAV file (44-byte header, 16-bit PCM, one channel) of the sound. */
export const writeWav = ({ samples, sampleRate }: Pcm): Buffer => {
	const out = Buffer.alloc(headerBytes + samples.length * 2);
	out.write("RIFF");
	out.writeUInt32LE(out.length - 8, 4);
	out.write("WAVEfmt ", 8);
	out.writeUInt32LE(16, 16);
	out.writeUInt16LE(formatPcm, 20);
	out.writeUInt16LE(1, 22);
	out.writeUInt32LE(sampleRate, 24);
	out.writeUInt32LE(sampleRate * 2, 28);
	out.writeUInt16LE(2, 32);
	out.writeUInt16LE(16, 34);
	out.write("data", 36);
	out.writeUInt32LE(samples.length * 2, 40);
	new Int16Array(out.buffer, out.byteOffset + headerBytes).set(samples);
	if (endianness() === "BE") out.subarray(headerBytes).swap16();
	return out;
};

const readFormat = (view: DataView, start: number, size: number): PcmFormat => {
	if (size < 16) throw new WavError(`The WAV file's format is ${size} bytes long, not 16`);
	let format = view.getUint16(start, true);
	// An extensible format gives the real one in the first two bytes of its sub-format.
	if (format === formatExtensible && size >= 26) format = view.getUint16(start + 24, true);
	const channels = view.getUint16(start + 2, true);
	const sampleRate = view.getUint32(start + 4, true);
	const bits = view.getUint16(start + 14, true);
	if (format !== formatPcm || bits !== 16)
		throw new WavError(`The WAV file holds format ${format} of ${bits} bits, not 16-bit PCM`);
	if (channels !== 1 && channels !== 2)
		throw new WavError(`The WAV file has ${channels} channels, not 1 or 2`);
	if (!isSampleRate(sampleRate)) throw new WavError(`The WAV file says ${sampleRate} samples a second`);
	return { channels, sampleRate };
};

const readTag = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

const defaultRate = 24_000;
const rawType = /^\s*audio\/(x-)?(l16|pcm|raw|s16le)\s*(;|$)|;\s*codecs?\s*=\s*"?pcm/i;
/** Types whose bytes aren't bare samples, whatever rate they state. */
const encodedType = /wav|wave|mpeg|mp3|mp4|m4a|aac|ogg|opus|flac|webm|amr|basic|alaw|mulaw/i;

/**
 * Reads the sound of an answer's audio part (docs/interface.md 2.2 shows neither its type nor its format): a WAV file,
 * whatever its type says, else raw signed 16-bit little-endian PCM at the type's `rate` (24,000 Hz without one), one
 * channel unless `channels=2`.
 *
 * @throws AudioError for a broken WAV file and for any other type
 */
export const readPcm = (bytes: Uint8Array, mimeType: string): Pcm => {
	if (isWav(bytes)) return readWav(bytes);
	const { channels, sampleRate } = readPcmFormat(mimeType);
	return { samples: mixToMono(bytes, channels), sampleRate };
};

/** @returns the format of bytes that aren't a WAV file, by their type. @throws AudioError if they aren't raw PCM */
export const readPcmFormat = (mimeType: string): PcmFormat => {
	const rate = readNumber(mimeType, /\brate\s*=\s*"?(\d+)/i);
	const isRaw = rawType.test(mimeType) || (rate !== undefined && !encodedType.test(mimeType));
	if (!isRaw)
		throw new AudioError(`Neither a WAV file, Ogg Opus nor raw PCM: ${mimeType.slice(0, 80) || "no type"}`);

	const sampleRate = rate ?? defaultRate;
	if (!isSampleRate(sampleRate)) throw new AudioError(`Raw PCM of ${sampleRate} samples a second`);
	const channels = readNumber(mimeType, /\bchannels\s*=\s*"?(\d+)/i) ?? 1;
	if (channels !== 1 && channels !== 2) throw new AudioError(`Raw PCM of ${channels} channels, not 1 or 2`);
	return { channels, sampleRate };
};

const readNumber = (text: string, pattern: RegExp): number | undefined => {
	const digits = pattern.exec(text)?.[1];
	return digits === undefined ? undefined : Number(digits);
};

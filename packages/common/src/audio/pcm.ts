import { endianness } from "node:os";

/** Mono sound as signed 16-bit samples; {@link Pcm.sampleRate} in Hz. */
export interface Pcm {
	readonly samples: Int16Array;
	readonly sampleRate: number;
}

/** Bytes that can't be read as sound. */
export class AudioError extends Error {
	override name = "AudioError";
	/** How much sound they hold, where that is known, in ms. */
	readonly ms: number | undefined;

	constructor(message: string, ms?: number) {
		super(message);
		this.ms = ms;
	}
}

/** Whether a rate in Hz is one of speech: a whole number from 8,000 to 96,000. */
export const isSampleRate = (rate: number): boolean =>
	Number.isInteger(rate) && rate >= 8_000 && rate <= 96_000;

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

/** The samples of signed 16-bit little-endian bytes, two channels mixed to one; an incomplete last one is dropped. */
export const mixToMono = (bytes: Uint8Array, channels: 1 | 2): Int16Array => {
	const count = Math.floor(bytes.length / (2 * channels));
	// A copy: the bytes needn't begin where samples may.
	const copy = new Uint8Array(bytes.subarray(0, count * 2 * channels));
	if (endianness() === "BE") Buffer.from(copy.buffer).swap16();
	const samples = new Int16Array(copy.buffer);
	if (channels === 1) return samples;
	const mono = new Int16Array(count);
	for (let i = 0; i < count; i++)
		mono[i] = ((samples[i * 2] as number) + (samples[i * 2 + 1] as number)) >> 1;
	return mono;
};

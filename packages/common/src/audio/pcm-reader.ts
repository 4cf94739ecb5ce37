import { AudioError } from "./clip.ts";
import { opusInputRate } from "./opus.ts";
import { findWavData, isWav, mixToMono, type PcmFormat, readPcmFormat, toFloat } from "./pcm.ts";
import { createResampler } from "./resample.ts";

/** The most bytes before a WAV file's data. */
const headMaxBytes = 64 * 1024;

/**
 * Reads audio parts that arrive in pieces, cut anywhere. The sound is the one that `readPcm` reads from whole parts,
 * resampled to 24 kHz.
 */
export class PcmReader {
	#type: string | undefined;
	/** Bytes that can't be read yet: a WAV file's beginning, or a part of a sample. */
	#rest = Buffer.alloc(0);
	#format: PcmFormat | undefined;
	#resample: ReturnType<typeof createResampler> | undefined;
	/** How many bytes of samples are still to come; bytes after them aren't sound. */
	#left = Number.POSITIVE_INFINITY;

	/**
	 * @param mimeType - empty if the part has none
	 * @returns the samples that are complete now, at 24 kHz
	 * @throws AudioError for bytes that aren't PCM
	 */
	add(bytes: Uint8Array, mimeType: string): readonly Float32Array[] {
		const isNew = this.#type !== undefined && (isWav(bytes) || (mimeType !== "" && mimeType !== this.#type));
		const before = isNew ? this.end() : [];
		this.#type ??= mimeType;
		this.#rest = Buffer.concat([this.#rest, bytes]);
		this.#format ??= this.#readFormat(this.#type);
		return [...before, ...this.#readSamples(false)];
	}

	/** Ends the sound. @returns its last samples */
	end(): readonly Float32Array[] {
		this.#format ??= this.#rest.length > 0 ? readPcmFormat(this.#type ?? "") : undefined;
		const last = this.#readSamples(true);
		this.#type = undefined;
		this.#rest = Buffer.alloc(0);
		this.#format = undefined;
		this.#resample = undefined;
		this.#left = Number.POSITIVE_INFINITY;
		return last;
	}

	/** @returns the format; undefined until enough bytes have come */
	#readFormat(type: string): PcmFormat | undefined {
		const start = this.#rest.subarray(0, 12).toString("latin1");
		const mayBeWav = start.length < 12 && "RIFF".startsWith(start.slice(0, 4));
		if (mayBeWav) return undefined;
		if (!isWav(this.#rest)) return readPcmFormat(type);
		const data = findWavData(this.#rest);
		if (!data && this.#rest.length > headMaxBytes) throw new AudioError("The WAV file's data doesn't begin");
		if (!data) return undefined;
		this.#rest = this.#rest.subarray(data.start);
		this.#left = data.end - data.start;
		return data;
	}

	#readSamples(isLast: boolean): readonly Float32Array[] {
		if (!this.#format) return [];
		const { channels, sampleRate } = this.#format;
		this.#resample ??= createResampler(sampleRate, opusInputRate);
		const bytes = this.#rest.subarray(0, this.#left);
		const whole = bytes.length - (bytes.length % (2 * channels));
		this.#left -= whole;
		this.#rest = this.#left > 0 ? Buffer.from(this.#rest.subarray(whole)) : Buffer.alloc(0);
		const samples = this.#resample(toFloat(mixToMono(bytes.subarray(0, whole), channels)), isLast);
		return samples.length > 0 ? [samples] : [];
	}
}

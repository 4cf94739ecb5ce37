import { type Clip, FRAME_MS } from "./clip.ts";
import { limitPeaks } from "./limiter.ts";
import { measureLoudness } from "./loudness.ts";
import { FRAME_SAMPLES, OPUS_INPUT_RATE, OpusEncoder } from "./opus.ts";
import { type Pcm, toFloat, toInt16 } from "./pcm.ts";
import { measureLevels } from "./power.ts";
import { resample } from "./resample.ts";
import { trimSilence } from "./trim.ts";

/** Samples that hold nothing to hear: too few, or none above −60 dBFS. */
export class NoAudioError extends Error {
	override name = "NoAudioError";
}

const MIN_SOUND_MS = 50;
/** −60 dBFS: converter noise, not a voice, no matter how much it is amplified. */
const MIN_PEAK = 0.001 * 32_768;
const TARGET_LUFS = -18;
const MAX_GAIN_DB = 12;
const WARM_UP_SECONDS = 3;

// One per thread: a thread encodes one Clip at a time, and a new encoder is slow until its code is compiled.
let encoder: OpusEncoder | undefined;

/**
 * The sound as a Clip: at 24 kHz, silence trimmed to 50 ms before and 150 ms after, one gain of at most ±12 dB towards
 * −18 LUFS, peaks limited to −1 dBFS, padded with silence to whole packets. Synchronous, and takes about 6 ms per
 * second of sound: for worker threads.
 *
 * @throws NoAudioError when there is less than 50 ms of samples, or nothing audible in them
 */
export function encodeClip(pcm: Pcm): Clip {
	if (pcm.samples.length * 1_000 < MIN_SOUND_MS * pcm.sampleRate) {
		throw new NoAudioError(`Only ${pcm.samples.length} samples at ${pcm.sampleRate} Hz`);
	}
	if (!pcm.samples.some((sample) => Math.abs(sample) > MIN_PEAK))
		throw new NoAudioError("Nothing but silence");

	const sound = trimSilence(resample(toFloat(pcm.samples), pcm.sampleRate, OPUS_INPUT_RATE), OPUS_INPUT_RATE);
	const levelled = limitPeaks(amplify(sound), OPUS_INPUT_RATE);
	const frames = Math.ceil(levelled.length / FRAME_SAMPLES);
	// One more frame: the encoder's look-ahead delays the end of the sound.
	const padded = new Int16Array((frames + 1) * FRAME_SAMPLES);
	padded.set(toInt16(levelled));
	encoder ??= new OpusEncoder();
	return {
		packets: encoder.encode(padded),
		durationMs: frames * FRAME_MS,
		levels: measureLevels(levelled, OPUS_INPUT_RATE),
	};
}

/**
 * Creates this thread's encoder and warms it up with noise, so that the first Clip is encoded as fast as later ones.
 * Takes about 0.3 s.
 */
export function warmEncoder(): void {
	let state = 1;
	const samples = Int16Array.from({ length: WARM_UP_SECONDS * OPUS_INPUT_RATE }, () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
		return state >> 18;
	});
	encodeClip({ samples, sampleRate: OPUS_INPUT_RATE });
}

/** Frees this thread's encoder; the next Clip creates another. */
export function closeEncoder(): void {
	encoder?.close();
	encoder = undefined;
}

function amplify(samples: Float32Array): Float32Array {
	const wanted = TARGET_LUFS - measureLoudness(samples, OPUS_INPUT_RATE);
	const gain = 10 ** (Math.max(-MAX_GAIN_DB, Math.min(MAX_GAIN_DB, wanted)) / 20);
	return samples.map((sample) => sample * gain);
}

import { type Clip, FRAME_MS } from "./clip.ts";
import { PeakLimiter } from "./limiter.ts";
import { measureLoudness } from "./loudness.ts";
import { FRAME_SAMPLES, OPUS_INPUT_RATE, OpusEncoder } from "./opus.ts";
import { amplify, type Pcm, toFloat, toInt16 } from "./pcm.ts";
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

/** The packets that are told of first; each time after it are twice as many. */
const FIRST_PACKETS = 25;

/** Told of packets as they are encoded. @param durationMs - of the whole sound @param isLast - none come after these */
type OnPackets = (packets: readonly Uint8Array[], durationMs: number, isLast: boolean) => void;

/**
 * The sound as a Clip: at 24 kHz, silence trimmed to 50 ms before and 150 ms after, one gain of at most ±12 dB towards
 * −18 LUFS, peaks limited to −1 dBFS, padded with silence to whole packets. Synchronous, and takes about 6 ms per
 * second of sound: for worker threads.
 *
 * @param onPackets - told of half a second of packets first
 * @throws NoAudioError when there is less than 50 ms of samples, or nothing audible in them
 */
export function encodeClip(pcm: Pcm, onPackets: OnPackets = () => {}): Clip {
	if (pcm.samples.length * 1_000 < MIN_SOUND_MS * pcm.sampleRate) {
		throw new NoAudioError(`Only ${pcm.samples.length} samples at ${pcm.sampleRate} Hz`);
	}
	if (!isAudible(pcm.samples)) throw new NoAudioError("Nothing but silence");

	const sound = trimSilence(resample(toFloat(pcm.samples), pcm.sampleRate, OPUS_INPUT_RATE), OPUS_INPUT_RATE);
	return encodeLevelled(amplify(sound, findGain(sound)), onPackets);
}

/**
 * A sound at 24 kHz as a Clip, as loud as it is, but for its peaks: they are limited to −1 dBFS. Synchronous, as
 * {@link encodeClip}.
 *
 * @param onPackets - told of half a second of packets first
 */
export function encodeLevelled(sound: Float32Array, onPackets: OnPackets = () => {}): Clip {
	const limiter = new PeakLimiter(sound, OPUS_INPUT_RATE);
	const durationMs = Math.ceil(sound.length / FRAME_SAMPLES) * FRAME_MS;
	const levelled = new Float32Array(sound.length);
	// One more: the encoder's look-ahead delays the end of the sound.
	const count = durationMs / FRAME_MS + 1;
	encoder ??= new OpusEncoder();
	encoder.reset();
	const packets: Uint8Array[] = [];
	for (let size = FIRST_PACKETS; packets.length < count; size *= 2) {
		const frames = Math.min(size, count - packets.length);
		const piece = limiter.take(frames * FRAME_SAMPLES);
		levelled.set(piece, Math.min(levelled.length, packets.length * FRAME_SAMPLES));
		const padded = new Int16Array(frames * FRAME_SAMPLES);
		padded.set(toInt16(piece));
		const encoded = encoder.encode(padded);
		packets.push(...encoded);
		onPackets(encoded, durationMs, packets.length === count);
	}
	return { packets, durationMs, levels: measureLevels(levelled, OPUS_INPUT_RATE) };
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

// A loop, here and below: a function a sample takes ten times as long, and the first word waits for it.
function isAudible(samples: Int16Array): boolean {
	for (let i = 0; i < samples.length; i++) if (Math.abs(samples[i] as number) > MIN_PEAK) return true;
	return false;
}

function findGain(samples: Float32Array): number {
	const wanted = TARGET_LUFS - measureLoudness(samples, OPUS_INPUT_RATE);
	return Math.max(-MAX_GAIN_DB, Math.min(MAX_GAIN_DB, wanted));
}

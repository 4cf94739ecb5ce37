import { type Clip, frameMs } from "./clip.ts";
import { PeakLimiter } from "./limiter.ts";
import { measureLevels, measureLoudness } from "./loudness.ts";
import { frameSamples, OpusEncoder, opusInputRate } from "./opus.ts";
import { amplify, type Pcm, toFloat, toInt16 } from "./pcm.ts";
import { resample } from "./resample.ts";
import { trimSilence } from "./trim.ts";

/** Samples that hold nothing to hear: too few, or none above −60 dBFS. */
export class NoAudioError extends Error {
	override name = "NoAudioError";
}

const minSoundMs = 50;
/** −60 dBFS: converter noise, not a voice, no matter how much it is amplified. */
const minPeak = 0.001 * 32_768;
const targetLufs = -18;
const maxGainDb = 12;
const warmUpSeconds = 3;

// One per thread: a thread encodes one Clip at a time, and a new encoder is slow until its code is compiled.
let encoder: OpusEncoder | undefined;

/** Packets in the first batch; each batch is twice as large as the one before. */
const firstPackets = 25;

/** Called with each batch of packets. @param durationMs - of the whole sound @param isLast - whether it is the last batch */
type OnPackets = (packets: readonly Uint8Array[], durationMs: number, isLast: boolean) => void;

/**
 * The sound as a Clip: at 24 kHz, silence trimmed to 50 ms before and 150 ms after, one gain of at most ±12 dB towards
 * −18 LUFS, peaks limited to −1 dBFS, padded with silence to whole packets. Synchronous, and takes about 6 ms per
 * second of sound: for worker threads.
 *
 * @param onPackets - called first with half a second of packets
 * @throws NoAudioError when there is less than 50 ms of samples, or nothing audible in them
 */
export const encodeClip = (pcm: Pcm, onPackets: OnPackets = () => {}): Clip => {
	if (pcm.samples.length * 1_000 < minSoundMs * pcm.sampleRate) {
		throw new NoAudioError(`Only ${pcm.samples.length} samples at ${pcm.sampleRate} Hz`);
	}
	if (!isAudible(pcm.samples)) throw new NoAudioError("Nothing but silence");

	const sound = trimSilence(resample(toFloat(pcm.samples), pcm.sampleRate, opusInputRate), opusInputRate);
	return encodeLevelled(amplify(sound, findGain(sound)), onPackets);
};

/**
 * A sound at 24 kHz as a Clip, as loud as it is, but for its peaks: they are limited to −1 dBFS. Synchronous, as
 * {@link encodeClip}.
 *
 * @param onPackets - called first with half a second of packets
 */
export const encodeLevelled = (sound: Float32Array, onPackets: OnPackets = () => {}): Clip => {
	const limiter = new PeakLimiter(sound, opusInputRate);
	const durationMs = Math.ceil(sound.length / frameSamples) * frameMs;
	const levelled = new Float32Array(sound.length);
	// One more: the encoder's look-ahead delays the end of the sound.
	const count = durationMs / frameMs + 1;
	encoder ??= new OpusEncoder();
	encoder.reset();
	const packets: Uint8Array[] = [];
	for (let size = firstPackets; packets.length < count; size *= 2) {
		const frames = Math.min(size, count - packets.length);
		const piece = limiter.take(frames * frameSamples);
		levelled.set(piece, Math.min(levelled.length, packets.length * frameSamples));
		const padded = new Int16Array(frames * frameSamples);
		padded.set(toInt16(piece));
		const encoded = encoder.encode(padded);
		packets.push(...encoded);
		onPackets(encoded, durationMs, packets.length === count);
	}
	return { packets, durationMs, levels: measureLevels(levelled, opusInputRate) };
};

/**
 * Creates this thread's encoder and warms it up with noise, so that the first Clip is encoded as fast as later ones.
 * Takes about 0.3 s.
 */
export const warmEncoder = (): void => {
	let state = 1;
	const samples = Int16Array.from({ length: warmUpSeconds * opusInputRate }, () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
		return state >> 18;
	});
	encodeClip({ samples, sampleRate: opusInputRate });
};

/** Frees this thread's encoder; the next Clip creates another. */
export const closeEncoder = (): void => {
	encoder?.close();
	encoder = undefined;
};

// A loop, here and below: a function a sample takes ten times as long, and the first word waits for it.
const isAudible = (samples: Int16Array): boolean => {
	for (let i = 0; i < samples.length; i++) if (Math.abs(samples[i] as number) > minPeak) return true;
	return false;
};

const findGain = (samples: Float32Array): number => {
	const wanted = targetLufs - measureLoudness(samples, opusInputRate);
	return Math.max(-maxGainDb, Math.min(maxGainDb, wanted));
};

import { type Clip, frameMs } from "./clip.ts";
import { PeakLimiter } from "./limiter.ts";
import { measureLevels, measureLoudness } from "./loudness.ts";
import { frameSamples, OpusEncoder, opusInputRate } from "./opus.ts";
import { amplify, type Pcm, toFloat, toInt16 } from "./pcm.ts";
import { resample } from "./resample.ts";
import { finish, type Steps } from "./steps.ts";
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

/** This thread's encoders that no Clip needs now: a new one is slow until its code is compiled. */
const idle: OpusEncoder[] = [];

/** @returns an encoder that has forgotten what it encoded before; to be returned */
export const borrowEncoder = (): OpusEncoder => {
	const encoder = idle.pop() ?? new OpusEncoder();
	encoder.reset();
	return encoder;
};

export const returnEncoder = (encoder: OpusEncoder): void => {
	idle.push(encoder);
};

/** Packets in the first batch; each batch is twice as large as the one before. */
const firstPackets = 25;
/** Packets that are encoded in one step. */
const stepPackets = 50;

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
export const encodeClip = (pcm: Pcm, onPackets?: OnPackets): Clip => finish(encodeInSteps(pcm, onPackets));

/** The same as {@link encodeClip}, in steps. */
export function* encodeInSteps(pcm: Pcm, onPackets?: OnPackets): Steps<Clip> {
	if (pcm.samples.length * 1_000 < minSoundMs * pcm.sampleRate) {
		throw new NoAudioError(`Only ${pcm.samples.length} samples at ${pcm.sampleRate} Hz`);
	}
	if (!isAudible(pcm.samples)) throw new NoAudioError("Nothing but silence");

	const samples = resample(toFloat(pcm.samples), pcm.sampleRate, opusInputRate);
	yield;
	const sound = trimSilence(samples, opusInputRate);
	const gain = chooseGain(measureLoudness(sound, opusInputRate));
	yield;
	return yield* encodeLevelled(amplify(sound, gain), onPackets);
}

/**
 * A sound at 24 kHz as a Clip, as loud as it is, but for its peaks: they are limited to −1 dBFS. In steps, as
 * {@link encodeInSteps}.
 *
 * @param onPackets - called first with half a second of packets
 */
export function* encodeLevelled(sound: Float32Array, onPackets: OnPackets = () => {}): Steps<Clip> {
	const limiter = new PeakLimiter(sound, opusInputRate);
	const durationMs = Math.ceil(sound.length / frameSamples) * frameMs;
	const levelled = new Float32Array(sound.length);
	// One more: the encoder's look-ahead delays the end of the sound.
	const count = durationMs / frameMs + 1;
	const encoder = borrowEncoder();
	const encode = (frames: number, from: number): Uint8Array[] => {
		const piece = limiter.take(frames * frameSamples);
		levelled.set(piece, Math.min(levelled.length, from * frameSamples));
		const padded = new Int16Array(frames * frameSamples);
		padded.set(toInt16(piece));
		return encoder.encode(padded);
	};
	try {
		const packets: Uint8Array[] = [];
		for (let size = firstPackets; packets.length < count; size *= 2) {
			const from = packets.length;
			const end = Math.min(count, from + size);
			while (packets.length < end) {
				packets.push(...encode(Math.min(stepPackets, end - packets.length), packets.length));
				yield;
			}
			onPackets(packets.slice(from), durationMs, end === count);
		}
		return { packets, durationMs, levels: measureLevels(levelled, opusInputRate) };
	} finally {
		returnEncoder(encoder);
	}
}

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

/** Frees this thread's encoders that no Clip needs now; the next Clip creates another. */
export const closeEncoder = (): void => {
	for (const encoder of idle.splice(0)) encoder.close();
};

// A loop, here and below: a function a sample takes ten times as long, and the first word waits for it.
const isAudible = (samples: Int16Array): boolean => {
	for (let i = 0; i < samples.length; i++) if (Math.abs(samples[i] as number) > minPeak) return true;
	return false;
};

/** @returns the gain towards the usual loudness, in dB. @param lufs - the sound's loudness */
export const chooseGain = (lufs: number): number =>
	Math.max(-maxGainDb, Math.min(maxGainDb, targetLufs - lufs));

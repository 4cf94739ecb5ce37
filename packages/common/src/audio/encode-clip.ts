import { defer } from "../defer.ts";
import { type Clip, frameMs } from "./clip.ts";
import {
	ceiling,
	LoudnessMeter,
	leadMs,
	measureLevels,
	measureLoudness,
	measurePowers,
	PeakLimiter,
	releaseMs,
	tailMs,
	trimSilence,
} from "./loudness.ts";
import { finish, frameSamples, OpusEncoder, opusInputRate, type Steps } from "./opus.ts";
import { amplify, type Pcm, toFloat, toInt16 } from "./pcm.ts";
import { resample } from "./resample.ts";

/** The samples are inaudible: there are too few, or none is above −60 dBFS. */
export class NoAudioError extends Error {
	override name = "NoAudioError";
}

const minSoundMs = 50;
/** The peak that a voice exceeds, −60 dBFS: a quieter sound is converter noise, however much it is amplified. */
const minPeak = 0.001 * 32_768;
const targetLufs = -18;
const maxGainDb = 12;
const warmUpSeconds = 3;

/** This thread's unused encoders, kept because a new one is slow until its code is compiled. */
const idle: OpusEncoder[] = [];

/** @returns a reset encoder, to be given back to {@link idle} */
const borrowEncoder = (): OpusEncoder => {
	const encoder = idle.pop() ?? new OpusEncoder();
	encoder.reset();
	return encoder;
};

/** How many packets the first batch has; each further batch is twice as large as the one before. */
const firstPackets = 25;
/** How many packets are encoded in one step. */
const stepPackets = 50;

/** Called with each batch of packets. @param durationMs - of the whole sound */
type OnPackets = (packets: readonly Uint8Array[], durationMs: number, isLast: boolean) => void;

/**
 * Encodes a sound as a Clip: at 24 kHz, silence trimmed to 50 ms before and 150 ms after, one gain of at most ±12 dB
 * towards −18 LUFS, peaks limited to −1 dBFS, padded with silence to whole packets. Synchronous, and takes about 6 ms
 * per second of sound: for worker threads.
 *
 * @throws NoAudioError when there is less than 50 ms of samples, or nothing audible in them
 */
export const encodeClip = (pcm: Pcm): Clip => finish(encodeInSteps(pcm));

/** Encodes a sound as {@link encodeClip} does, in steps. @param onPackets - called first with half a second of packets */
export function* encodeInSteps(pcm: Pcm, onPackets?: OnPackets): Steps<Clip> {
	if (pcm.samples.length * 1_000 < minSoundMs * pcm.sampleRate)
		throw new NoAudioError(`Only ${pcm.samples.length} samples at ${pcm.sampleRate} Hz`);
	if (!isAudible(pcm.samples)) throw new NoAudioError("Nothing but silence");

	const samples = resample(toFloat(pcm.samples), pcm.sampleRate, opusInputRate);
	yield;
	const sound = trimSilence(samples, opusInputRate);
	const gain = chooseGain(measureLoudness(sound, opusInputRate));
	yield;
	return yield* encodeLevelled(amplify(sound, gain), onPackets);
}

/**
 * Encodes a sound at 24 kHz as a Clip without changing its loudness; only peaks are limited, to −1 dBFS. Runs in steps,
 * as {@link encodeInSteps}.
 *
 * @param onPackets - called first with half a second of packets
 */
export function* encodeLevelled(sound: Float32Array, onPackets: OnPackets = () => {}): Steps<Clip> {
	const limiter = new PeakLimiter(sound, opusInputRate);
	const durationMs = Math.ceil(sound.length / frameSamples) * frameMs;
	const levelled = new Float32Array(sound.length);
	// One packet more, because the encoder's look-ahead delays the end of the sound.
	const count = durationMs / frameMs + 1;
	const encoder = borrowEncoder();
	const encode = (frames: number, from: number): Uint8Array[] => {
		const piece = limiter.take(frames * frameSamples);
		levelled.set(piece, Math.min(levelled.length, from * frameSamples));
		const padded = new Int16Array(frames * frameSamples);
		padded.set(toInt16(piece));
		return encoder.encode(padded);
	};
	using _idling = defer(() => idle.push(encoder));
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

/** Frees this thread's encoders that aren't in use. The next Clip creates another encoder. */
export const closeEncoder = (): void => {
	for (const encoder of idle.splice(0)) encoder.close();
};

// A loop: calling a function for each sample takes ten times as long, and delays the first word.
const isAudible = (samples: Int16Array): boolean => {
	for (let i = 0; i < samples.length; i++) if (Math.abs(samples[i] as number) > minPeak) return true;
	return false;
};

/** @returns the gain in dB, at most ±12, that brings a sound of this loudness towards −18 LUFS */
const chooseGain = (lufs: number): number => Math.max(-maxGainDb, Math.min(maxGainDb, targetLufs - lufs));

/** How many frames a block has: 100 ms. The gain is chosen for each block, by the loudness of all sound so far. */
const blockFrames = 5;
const blockSamples = blockFrames * frameSamples;
/**
 * How many blocks are measured before the first is encoded, unless the sound is shorter: loudness takes 400 ms to
 * measure.
 */
const firstBlocks = 4;
/**
 * For how many blocks, the sound's first second, the gain may move by up to `settlingDb` per block. Later, it moves by at
 * most `settledDb` per block, which is too little to be heard.
 */
const settlingBlocks = 10;
const settlingDb = 0.6;
const settledDb = 0.1;
/** The fraction of the limiter's gain reduction that is left one frame later. */
const keptReduction = Math.exp(-frameMs / releaseMs);
/** The mean square, −50 dBFS, up to which a window before the sound, or a frame after it, counts as silence. */
const silence = 10 ** (-50 / 10);
const windowSamples = frameSamples / 2;
const leadWindows = leadMs / 10;
/** How many blocks are encoded in one step. */
const stepBlocks = 5;

/**
 * Encodes a sound while it arrives, at 24 kHz, into batches of 20 ms packets. Leading silence is trimmed to 50 ms, the
 * gain follows the loudness so far, and peaks are limited to −1 dBFS. In whatever pieces the sound arrives, the result
 * is the same.
 */
export class LiveEncoder {
	readonly #encoder = borrowEncoder();
	readonly #meter = new LoudnessMeter(opusInputRate);
	readonly #moreDb: number;
	/** Samples that aren't encoded yet: from the beginning of a block, or from the silence before the sound. */
	#pending = new Float32Array(0);
	#begun = false;
	/** How many blocks were measured, and how many were encoded. */
	#measured = 0;
	#blocks = 0;
	#gainDb = 0;
	/** The gain at the end of the last frame, as a factor, and the fraction by which the limiter lowered it there. */
	#factor = 1;
	#reduction = 0;
	#frames = 0;
	/** The number of frames up to the last one with sound. */
	#soundFrames = 0;

	/** @param moreDb - how much louder than usual, in dB */
	constructor(moreDb = 0) {
		this.#moreDb = moreDb;
	}

	/** Adds the next samples. Yields packets, in steps, as soon as later samples can't change them. */
	*add(samples: Float32Array): Generator<Uint8Array[], void> {
		const pending = new Float32Array(this.#pending.length + samples.length);
		pending.set(this.#pending);
		pending.set(samples, this.#pending.length);
		this.#pending = pending;
		if (!this.#begun) this.#findBeginning();
		if (!this.#begun) return;
		let packets: Uint8Array[] = [];
		// The frame after the block must be known, because its peaks may lower the gain of the block's last frame.
		while (this.#isMeasured() && this.#pending.length >= blockSamples + frameSamples) {
			packets.push(...this.#encodeFrames(blockFrames));
			if (this.#blocks % stepBlocks !== 0) continue;
			yield packets;
			packets = [];
		}
		if (packets.length > 0) yield packets;
	}

	/**
	 * Encodes the rest.
	 *
	 * @returns `packets`: the last packets; `heard`: how many of all packets of the sound are to be played, from the
	 * first on. The other packets are silence
	 */
	end(): { readonly packets: Uint8Array[]; readonly heard: number } {
		if (!this.#begun) return { packets: [], heard: 0 };
		if (this.#blocks === 0 && this.#measured < firstBlocks)
			this.#gainDb = this.#moreDb + chooseGain(measureLoudness(this.#pending, opusInputRate));
		const packets: Uint8Array[] = [];
		while (this.#pending.length > 0) {
			const frames = Math.ceil(this.#pending.length / frameSamples);
			if (frames >= blockFrames) this.#isMeasured();
			packets.push(...this.#encodeFrames(Math.min(blockFrames, frames)));
		}
		const heard = Math.min(this.#frames, this.#soundFrames + Math.ceil(tailMs / frameMs)) + 1;
		// The encoder's look-ahead delays the end of the sound.
		packets.push(...this.#encoder.encode(new Int16Array(frameSamples)));
		return { packets, heard };
	}

	/** Gives the encoder back. Must be called exactly once, also after an error. */
	close(): void {
		idle.push(this.#encoder);
	}

	/** Drops silence before the sound, but keeps its last 50 ms. A lone click (two windows at most) isn't sound. */
	#findBeginning(): void {
		const windows = Math.floor(this.#pending.length / windowSamples);
		const powers = measurePowers(this.#pending.subarray(0, windows * windowSamples), windowSamples);
		const first = powers.findIndex((_, i) => [0, 1, 2].every((next) => (powers[i + next] ?? 0) > silence));
		this.#begun = first !== -1;
		// If no sound is found yet, it may begin in the last two windows.
		const from = this.#begun ? first : windows - 2;
		this.#pending = this.#pending.slice(Math.max(0, from - leadWindows) * windowSamples);
	}

	/** Measures the blocks that the next block's gain needs. @returns whether they have arrived */
	#isMeasured(): boolean {
		while (this.#measured < Math.max(firstBlocks, this.#blocks + 1)) {
			const at = (this.#measured - this.#blocks) * blockSamples;
			if (this.#pending.length < at + blockSamples) return false;
			this.#meter.add(this.#pending.subarray(at, at + blockSamples));
			this.#measured += 1;
		}
		return true;
	}

	#encodeFrames(frames: number): Uint8Array[] {
		const before = this.#gainDb;
		const { loudness } = this.#meter;
		if (this.#measured >= firstBlocks && Number.isFinite(loudness)) {
			const wanted = this.#moreDb + chooseGain(loudness);
			const most = this.#blocks < settlingBlocks ? settlingDb : settledDb;
			this.#gainDb = this.#blocks === 0 ? wanted : before + Math.max(-most, Math.min(most, wanted - before));
		}
		const from = this.#blocks === 0 ? this.#gainDb : before;
		this.#blocks += 1;
		const out = new Float32Array(frames * frameSamples);
		for (let i = 0; i < frames; i++) this.#level(i, from + ((this.#gainDb - from) * (i + 1)) / frames, out);
		this.#pending = this.#pending.slice(out.length);
		return this.#encoder.encode(toInt16(out));
	}

	/**
	 * Levels a frame: its gain moves linearly from the last frame's to `gainDb`, or lower if this or the next frame peaks.
	 */
	#level(index: number, gainDb: number, out: Float32Array): void {
		const at = index * frameSamples;
		const frame = this.#pending.subarray(at, at + frameSamples);
		const next = this.#pending.subarray(at + frameSamples, at + 2 * frameSamples);
		const gain = 10 ** (gainDb / 20);
		const cap = ceiling / Math.max(peakOf(frame), peakOf(next));
		const factor = Math.min(gain * (1 - this.#reduction * keptReduction), cap);
		const first = this.#frames === 0 ? Math.min(gain, cap) : this.#factor;
		for (let i = 0; i < frame.length; i++)
			out[at + i] = (frame[i] as number) * (first + ((factor - first) * i) / frameSamples);
		this.#factor = factor;
		this.#reduction = 1 - factor / gain;
		this.#frames += 1;
		if ((measurePowers(frame, Math.max(1, frame.length))[0] ?? 0) > silence) this.#soundFrames = this.#frames;
	}
}

// A loop: calling a function for each sample takes ten times as long.
const peakOf = (samples: Float32Array): number => {
	let peak = 1e-9;
	for (let i = 0; i < samples.length; i++) peak = Math.max(peak, Math.abs(samples[i] as number));
	return peak;
};

import { frameMs } from "./clip.ts";
import { borrowEncoder, chooseGain, returnEncoder } from "./encode-clip.ts";
import { ceiling, releaseMs } from "./limiter.ts";
import { LoudnessMeter, measureLoudness, measurePowers } from "./loudness.ts";
import { frameSamples, opusInputRate } from "./opus.ts";
import { toInt16 } from "./pcm.ts";
import { leadMs, tailMs } from "./trim.ts";

/** The gain is chosen anew for each 100 ms, by all that was heard until then. */
const blockFrames = 5;
const blockSamples = blockFrames * frameSamples;
/** Loudness is known after 400 ms: nothing is encoded before that. */
const firstBlocks = 4;
/** How far the gain moves in a block: in the first second, towards what is found out; then so slowly that it isn't heard. */
const settlingBlocks = 10;
const settlingDb = 0.6;
const settledDb = 0.1;
/** The factor of a limiter's gain reduction from frame to frame. */
const keptReduction = Math.exp(-frameMs / releaseMs);
/** Before sound and after it, this counts as silence: −50 dBFS, in windows of 10 ms. */
const silence = 10 ** (-50 / 10);
const windowSamples = frameSamples / 2;
const leadWindows = leadMs / 10;
/** Packets that are encoded in one step. */
const stepBlocks = 5;

/**
 * Encodes a sound while it comes, at 24 kHz, in batches of 20 ms packets: silence before it trimmed to 50 ms, its gain
 * by the loudness so far, peaks limited to −1 dBFS. How the sound is cut into pieces changes nothing.
 */
export class LiveEncoder {
	readonly #encoder = borrowEncoder();
	readonly #meter = new LoudnessMeter(opusInputRate);
	readonly #moreDb: number;
	/** Samples that aren't encoded yet: with silence before the sound, or else from the beginning of a block. */
	#pending = new Float32Array(0);
	#begun = false;
	/** Blocks that were measured, and those that were encoded. */
	#measured = 0;
	#blocks = 0;
	#gainDb = 0;
	/** The gain at the end of the last frame, as a factor; and how far the limiter lowers it there. */
	#factor = 1;
	#reduction = 0;
	#frames = 0;
	/** How many frames there are to the last with sound in it. */
	#soundFrames = 0;

	/** @param moreDb - how much louder than usual */
	constructor(moreDb = 0) {
		this.#moreDb = moreDb;
	}

	/** Takes samples that come next. @returns packets, in steps, as soon as what comes after them can't change them */
	*add(samples: Float32Array): Generator<Uint8Array[], void> {
		const pending = new Float32Array(this.#pending.length + samples.length);
		pending.set(this.#pending);
		pending.set(samples, this.#pending.length);
		this.#pending = pending;
		if (!this.#begun) this.#findBeginning();
		if (!this.#begun) return;
		let packets: Uint8Array[] = [];
		// Peaks of the next frame must be known, too.
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
	 * @returns the last packets, and how many all are that need be heard: behind them is only silence
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

	/** To be called once, in any case. */
	close(): void {
		returnEncoder(this.#encoder);
	}

	/** Drops silence before the sound. A lone click, which fills two windows at most, isn't sound. */
	#findBeginning(): void {
		const windows = Math.floor(this.#pending.length / windowSamples);
		const powers = measurePowers(this.#pending.subarray(0, windows * windowSamples), windowSamples);
		const first = powers.findIndex((_, i) => [0, 1, 2].every((next) => (powers[i + next] ?? 0) > silence));
		this.#begun = first !== -1;
		// Without sound, its first two windows may be the last ones.
		const from = this.#begun ? first : windows - 2;
		this.#pending = this.#pending.slice(Math.max(0, from - leadWindows) * windowSamples);
	}

	/** Measures what is needed for the next block. @returns whether it is there */
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

	/** Levels a frame: its gain moves linearly from the previous one to this, or to what its and the next peaks allow. */
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

// A loop: a function a sample takes ten times as long.
const peakOf = (samples: Float32Array): number => {
	let peak = 1e-9;
	for (let i = 0; i < samples.length; i++) peak = Math.max(peak, Math.abs(samples[i] as number));
	return peak;
};

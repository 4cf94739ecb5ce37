import OpusScript from "opusscript";
import { frameMs } from "./clip.ts";
import { finish, type Steps } from "./steps.ts";

/** The encoder's input: 24 kHz, one channel. */
export const opusInputRate = 24_000;
export const frameSamples = (opusInputRate * frameMs) / 1_000;
/** The encoder's look-ahead for application audio, in samples at 48 kHz: a decoder's output lags by it. */
export const opusPreSkip = 312;

const frameBytes = frameSamples * 2;
const bitRate = 64_000;
/** opus_defines.h: numbers of encoder controls. */
const setVbr = 4006;
const setInbandFec = 4012;
const setDtx = 4016;
const resetState = 4028;

/** Encodes whole frames of 24 kHz mono. Must be closed: its memory is not garbage-collected. */
export class OpusEncoder {
	readonly #opus: OpusScript;

	constructor() {
		this.#opus = new OpusScript(opusInputRate, 1, OpusScript.Application.AUDIO);
		this.#opus.setBitrate(bitRate);
		this.#opus.encoderCTL(setVbr, 1);
		this.#opus.encoderCTL(setInbandFec, 0);
		this.#opus.encoderCTL(setDtx, 0);
	}

	/** Forgets what was encoded before. */
	reset(): void {
		this.#opus.encoderCTL(resetState, 0);
	}

	/**
	 * One packet for every 480 samples, which follow what was encoded since the last reset.
	 *
	 * @throws RangeError when `samples` are not whole frames: the library would silently encode noise
	 */
	encode(samples: Int16Array): Uint8Array[] {
		if (samples.length % frameSamples !== 0) {
			throw new RangeError(`${samples.length} samples are not whole frames of ${frameSamples}`);
		}
		const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
		const packets: Uint8Array[] = [];
		for (let at = 0; at < bytes.length; at += frameBytes) {
			// Copied, because small buffers share a pool.
			packets.push(new Uint8Array(this.#opus.encode(bytes.subarray(at, at + frameBytes), frameSamples)));
		}
		return packets;
	}

	close(): void {
		this.#opus.delete();
	}
}

/** Packets that are decoded in one step. */
const stepPackets = 200;

/** @returns the samples of a whole sound's packets, at the encoder's input rate, without what the encoder looked ahead */
export function* decodeInSteps(packets: readonly Uint8Array[]): Steps<Int16Array> {
	const decoder = new OpusScript(opusInputRate, 1, OpusScript.Application.AUDIO);
	try {
		const samples = new Int16Array(packets.length * frameSamples);
		for (const [index, packet] of packets.entries()) {
			const decoded = decoder.decode(Buffer.from(packet));
			samples.set(new Int16Array(new Uint8Array(decoded).buffer), index * frameSamples);
			if (index % stepPackets === stepPackets - 1) yield;
		}
		return samples.subarray((opusPreSkip * opusInputRate) / 48_000);
	} finally {
		decoder.delete();
	}
}

/** The same as {@link decodeInSteps}, at once. */
export const decodeOpus = (packets: readonly Uint8Array[]): Int16Array => finish(decodeInSteps(packets));

import OpusScript from "opusscript";
import { FRAME_MS } from "./clip.ts";

/** The encoder's input: 24 kHz, one channel. */
export const OPUS_INPUT_RATE = 24_000;
export const FRAME_SAMPLES = (OPUS_INPUT_RATE * FRAME_MS) / 1_000;
/** The encoder's look-ahead for application audio, in samples at 48 kHz: a decoder's output lags by it. */
export const OPUS_PRE_SKIP = 312;

const FRAME_BYTES = FRAME_SAMPLES * 2;
const BIT_RATE = 64_000;
/** opus_defines.h: numbers of encoder controls. */
const SET_VBR = 4006;
const SET_INBAND_FEC = 4012;
const SET_DTX = 4016;
const RESET_STATE = 4028;

/**
 * Encodes whole frames of 24 kHz mono. Must be closed: its memory is not
 * garbage-collected.
 */
export class OpusEncoder {
	readonly #opus: OpusScript;

	constructor() {
		this.#opus = new OpusScript(OPUS_INPUT_RATE, 1, OpusScript.Application.AUDIO);
		this.#opus.setBitrate(BIT_RATE);
		this.#opus.encoderCTL(SET_VBR, 1);
		this.#opus.encoderCTL(SET_INBAND_FEC, 0);
		this.#opus.encoderCTL(SET_DTX, 0);
	}

	/** Forgets what was encoded before. */
	reset(): void {
		this.#opus.encoderCTL(RESET_STATE, 0);
	}

	/**
	 * One packet for every 480 samples, which follow what was encoded since the last reset.
	 *
	 * @throws RangeError when `samples` are not whole frames: the library would silently encode noise
	 */
	encode(samples: Int16Array): Uint8Array[] {
		if (samples.length % FRAME_SAMPLES !== 0) {
			throw new RangeError(`${samples.length} samples are not whole frames of ${FRAME_SAMPLES}`);
		}
		const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
		const packets: Uint8Array[] = [];
		for (let at = 0; at < bytes.length; at += FRAME_BYTES) {
			// Copied, because small buffers share a pool.
			packets.push(new Uint8Array(this.#opus.encode(bytes.subarray(at, at + FRAME_BYTES), FRAME_SAMPLES)));
		}
		return packets;
	}

	close(): void {
		this.#opus.delete();
	}
}

/** @returns the samples of a whole sound's packets, at the encoder's input rate, without what the encoder looked ahead */
export const decodeOpus = (packets: readonly Uint8Array[]): Int16Array => {
	const decoder = new OpusScript(OPUS_INPUT_RATE, 1, OpusScript.Application.AUDIO);
	try {
		const samples = new Int16Array(packets.length * FRAME_SAMPLES);
		for (const [index, packet] of packets.entries()) {
			const decoded = decoder.decode(Buffer.from(packet));
			samples.set(new Int16Array(new Uint8Array(decoded).buffer), index * FRAME_SAMPLES);
		}
		return samples.subarray((OPUS_PRE_SKIP * OPUS_INPUT_RATE) / 48_000);
	} finally {
		decoder.delete();
	}
};

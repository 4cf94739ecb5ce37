import OpusScript from "opusscript";
import { defer } from "../defer.ts";
import { AudioError, frameMs } from "./clip.ts";

/** The encoder's input: 24 kHz, one channel. */
export const opusInputRate = 24_000;
export const frameSamples = (opusInputRate * frameMs) / 1_000;
/** The encoder's look-ahead for application audio, in samples at 48 kHz. A decoder's output lags by as much. */
export const opusPreSkip = 312;

const frameBytes = frameSamples * 2;
const bitRate = 64_000;
/** The numbers of encoder controls, from opus_defines.h. */
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
	 * Encodes one packet for every 480 samples, which continue the sound encoded since the last reset.
	 *
	 * @throws RangeError when `samples` are not whole frames: the library would silently encode noise
	 */
	encode(samples: Int16Array): Uint8Array[] {
		if (samples.length % frameSamples !== 0)
			throw new RangeError(`${samples.length} samples are not whole frames of ${frameSamples}`);
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

/** RFC 6716 §3.1: the length of a packet's frames in ms, by its configuration. */
const frameLengths = { silk: [10, 20, 40, 60], hybrid: [10, 20, 10, 20], celt: [2.5, 5, 10, 20] };
const packetMaxMs = 120;
/** The size of the decoder's buffer, in bytes. */
const packetMaxBytes = 3_828;

/** @returns how long a packet is, in samples at 24 kHz. @throws AudioError for bytes that are no packet */
export const countSamples = (packet: Uint8Array): number => {
	const [head, count = 0] = packet;
	if (head === undefined || packet.length > packetMaxBytes)
		throw new AudioError(`An Opus packet of ${packet.length} bytes`);
	const configuration = head >> 3;
	const kind = configuration < 12 ? "silk" : configuration < 16 ? "hybrid" : "celt";
	const frameLength = frameLengths[kind][configuration & 3] as number;
	const ms = frameLength * ([1, 2, 2, count & 63][head & 3] as number);
	if (ms === 0 || ms > packetMaxMs) throw new AudioError(`An Opus packet of ${ms} ms`);
	return (ms * opusInputRate) / 1_000;
};

/** How many packets are decoded in one step. */
const stepPackets = 200;

/**
 * Decodes all packets of a sound, to 24 kHz.
 *
 * @param preSkip - the encoder's look-ahead, which isn't played, in samples at 48 kHz
 * @throws AudioError for bytes that are no packet
 */
export function* decodeInSteps(packets: readonly Uint8Array[], preSkip = opusPreSkip): Steps<Int16Array> {
	const decoder = new OpusScript(opusInputRate, 1, OpusScript.Application.AUDIO);
	using _deleting = defer(() => decoder.delete());
	const samples = new Int16Array(packets.reduce((sum, packet) => sum + countSamples(packet), 0));
	let at = 0;
	for (const [index, packet] of packets.entries()) {
		samples.set(decode(decoder, packet), at);
		at += countSamples(packet);
		if (index % stepPackets === stepPackets - 1) yield;
	}
	return samples.subarray((preSkip * opusInputRate) / 48_000);
}

const decode = (decoder: OpusScript, packet: Uint8Array): Int16Array => {
	try {
		return new Int16Array(new Uint8Array(decoder.decode(Buffer.from(packet))).buffer);
	} catch (error) {
		throw new AudioError(`A broken Opus packet: ${(error as Error).message}`);
	}
};

/** The same as {@link decodeInSteps}, at once. */
export const decodeOpus = (packets: readonly Uint8Array[]): Int16Array => finish(decodeInSteps(packets));

/** Work in steps of a few ms: between two of them, a thread may do other work. */
export type Steps<T> = Generator<undefined, T>;

/** Runs all steps at once. */
export const finish = <T>(steps: Steps<T>): T => {
	for (;;) {
		const step = steps.next();
		if (step.done) return step.value;
	}
};

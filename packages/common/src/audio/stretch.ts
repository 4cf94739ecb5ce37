import loadSonic from "@echogarden/sonic-wasm";
import { AudioError } from "./clip.ts";
import type { Pcm } from "./pcm.ts";

const sonic = await loadSonic();
const sampleBytes = 2;
/** How many samples are copied to or from the library at once, so that its memory stays small. */
const pieceSamples = 1 << 15;
const silentSamples = 1 << 12;
const slowest = 0.5;
const fastest = 2;

const outOfMemory = () => new AudioError("No memory for another pace");

const readRest = (stream: number, at: number): Int16Array[] => {
	const read: Int16Array[] = [];
	for (;;) {
		const count = sonic._sonicReadShortFromStream(stream, at, pieceSamples);
		if (count === 0) return read;
		// `HEAP16` is looked up each time: when memory grows, another array replaces it.
		read.push(sonic.HEAP16.slice(at / sampleBytes, at / sampleBytes + count));
	}
};

const write = (stream: number, at: number, samples: Int16Array): Int16Array[] => {
	sonic.HEAP16.set(samples, at / sampleBytes);
	if (sonic._sonicWriteShortToStream(stream, at, samples.length) === 0) throw outOfMemory();
	return readRest(stream, at);
};

const run = (stream: number, at: number, samples: Int16Array): Int16Array[] => {
	const stretched: Int16Array[] = [];
	for (let from = 0; from < samples.length; from += pieceSamples)
		stretched.push(...write(stream, at, samples.subarray(from, from + pieceSamples)));
	// The library holds back up to a period of the voice: silence after the sound pushes its end out.
	stretched.push(...write(stream, at, new Int16Array(silentSamples)));
	if (sonic._sonicFlushStream(stream) === 0) throw outOfMemory();
	return [...stretched, ...readRest(stream, at)];
};

/**
 * Speech at another pace, its pitch kept. Synchronous, and takes a few ms per second of sound: for worker threads.
 *
 * @param tempo - 0.5 to 2: the sound becomes `round(length / tempo)` samples long
 * @throws RangeError for another tempo @throws AudioError if memory has run out
 */
export const stretch = ({ samples, sampleRate }: Pcm, tempo: number): Pcm => {
	if (!(tempo >= slowest && tempo <= fastest))
		throw new RangeError(`A tempo of ${tempo} isn't between ${slowest} and ${fastest}`);
	const stream = sonic._sonicCreateStream(sampleRate, 1);
	const at = sonic._malloc(pieceSamples * sampleBytes);
	try {
		if (stream === 0 || at === 0) throw outOfMemory();
		sonic._sonicSetSpeed(stream, tempo);
		const stretched = new Int16Array(Math.round(samples.length / tempo));
		let length = 0;
		for (const piece of run(stream, at, samples)) {
			const fitting = piece.subarray(0, stretched.length - length);
			stretched.set(fitting, length);
			length += fitting.length;
		}
		return { samples: stretched, sampleRate };
	} finally {
		sonic._free(at);
		if (stream !== 0) sonic._sonicDestroyStream(stream);
	}
};

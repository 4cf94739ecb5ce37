import loadSonic from "@echogarden/sonic-wasm";
import { AudioError, type Pcm } from "./pcm.ts";

const sonic = await loadSonic();
const sampleBytes = 2;

/**
 * Speech at a quicker pace, its pitch kept. Synchronous, and takes about 3 ms per second of sound: for worker threads.
 *
 * @param tempo - from 1: the sound becomes so many times shorter
 * @throws RangeError for a slower pace @throws AudioError for more sound than there is memory for, some minutes
 */
export const stretch = ({ samples, sampleRate }: Pcm, tempo: number): Pcm => {
	if (tempo < 1) throw new RangeError(`A tempo of ${tempo} is slower than the sound itself`);
	const at = sonic._malloc(samples.length * sampleBytes);
	if (at === 0) throw new AudioError("Too long to be spoken at another pace");
	// Looked up each time: memory that grows is another array.
	sonic.HEAP16.set(samples, at / sampleBytes);
	// In place: what is shorter fits where it came from. Pitch, rate and volume stay as they are.
	const length = sonic._sonicChangeShortSpeed(at, samples.length, tempo, 1, 1, 1, 0, sampleRate, 1);
	const stretched = sonic.HEAP16.slice(at / sampleBytes, at / sampleBytes + length);
	sonic._free(at);
	return { samples: stretched, sampleRate };
};

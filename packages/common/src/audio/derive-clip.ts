import type { Clip } from "./clip.ts";
import { encodeLevelled } from "./encode-clip.ts";
import { decodeInSteps, opusInputRate, type Steps } from "./opus.ts";
import { amplify, toFloat } from "./pcm.ts";
import { stretch } from "./stretch.ts";

/** How a Clip differs from the one that it is made from. */
export interface Derivation {
	/** How many times as fast it is heard, 0.5 to 2, in the same pitch. */
	readonly tempo: number;
	/** In dB; negative makes it quieter. */
	readonly gainDb: number;
}

/**
 * A Clip at another pace and volume, its peaks limited to −1 dBFS. In steps: for worker threads.
 *
 * @returns one that lasts `durationMs / tempo`, up to the next packet
 * @remarks A file of its own, because `stretch.ts` awaits its WebAssembly as it is loaded: a thread that is terminated
 *   while such a module is loaded takes the process with it (V8's AsyncModuleExecutionFulfilled).
 */
export function* deriveClip({ packets, durationMs }: Clip, { tempo, gainDb }: Derivation): Steps<Clip> {
	const decoded = yield* decodeInSteps(packets);
	const samples = decoded.subarray(0, (durationMs * opusInputRate) / 1_000);
	const paced = tempo === 1 ? samples : stretch({ samples, sampleRate: opusInputRate }, tempo).samples;
	yield;
	return yield* encodeLevelled(amplify(toFloat(paced), gainDb));
}

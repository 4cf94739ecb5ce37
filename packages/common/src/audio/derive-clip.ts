import type { Clip } from "./clip.ts";
import { encodeLevelled } from "./encode-clip.ts";
import { decodeInSteps, opusInputRate, type Steps } from "./opus.ts";
import { amplify, toFloat } from "./pcm.ts";
import { stretch } from "./stretch.ts";

/** How a derived Clip differs from its source. */
export interface Derivation {
	/** The factor of the speed, 0.5 to 2; the pitch stays. */
	readonly tempo: number;
	/** In dB; negative makes it quieter. */
	readonly gainDb: number;
}

/**
 * Makes a Clip at another pace and volume, with peaks limited to −1 dBFS. Runs in steps, for worker threads.
 *
 * @returns a Clip that lasts `durationMs / tempo`, rounded up to whole packets
 * @remarks This file is separate because `stretch.ts` awaits its WebAssembly while it loads: a thread that is terminated
 *   while it loads such a module takes the process with it (V8's AsyncModuleExecutionFulfilled).
 */
export function* deriveClip({ packets, durationMs }: Clip, { tempo, gainDb }: Derivation): Steps<Clip> {
	const decoded = yield* decodeInSteps(packets);
	const samples = decoded.subarray(0, (durationMs * opusInputRate) / 1_000);
	const paced = tempo === 1 ? samples : stretch({ samples, sampleRate: opusInputRate }, tempo).samples;
	yield;
	return yield* encodeLevelled(amplify(toFloat(paced), gainDb));
}

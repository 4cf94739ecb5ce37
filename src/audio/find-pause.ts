import { FRAME_MS, LEVEL_MS } from "./clip.ts";
import type { Sound } from "./growing-clip.ts";

/** Long enough that nobody takes what follows for the rest of the same breath, in ms. */
const pauseMinMs = 250;
/** How far into a pause a Clip is ended: a voice fades. */
const fadeMs = 100;
/** Below the loudest 100 ms, so that a service's noise is silence too: about 40 dB. */
const silenceRatio = 0.01;
/** Opus needs no more for silence. */
const silentBytes = 10;
const framesALevel = LEVEL_MS / FRAME_MS;

/**
 * @param from - the next packet
 * @returns before which packet a Clip can end without cutting a word off: in its next pause of 250 ms or more, perhaps
 * the one that has begun. Undefined where it has none until its end
 */
export const findPause = (
	{ packets, levels }: Pick<Sound, "packets" | "levels">,
	from: number,
): number | undefined => {
	const quiet = Math.max(...levels) * silenceRatio;
	const isSilent = (at: number): boolean =>
		(packets.at(at)?.length ?? 0) <= silentBytes || (levels[Math.floor(at / framesALevel)] ?? 0) <= quiet;
	let start = 0;
	for (let at = 0; at <= packets.length; at++) {
		if (at < packets.length && isSilent(at)) continue;
		const end = Math.max(from, start + fadeMs / FRAME_MS);
		if ((at - start) * FRAME_MS >= pauseMinMs && end < at) return end;
		start = at + 1;
	}
	return undefined;
};

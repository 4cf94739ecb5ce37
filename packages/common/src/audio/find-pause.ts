import { frameMs, levelMs } from "./clip.ts";
import type { Sound } from "./growing-clip.ts";

/** Shorter pauses sound like part of the same breath. */
const pauseMinMs = 250;
/** How far into a pause a Clip is ended: a voice fades. */
const fadeMs = 100;
/** Relative to the loudest 100 ms (about −40 dB), so that background noise counts as silence. */
const silenceRatio = 0.01;
/** The longest Opus packet of silence. */
const silentBytes = 10;
const framesALevel = levelMs / frameMs;

/**
 * @param from - the next packet
 * @returns the index of a packet before which the Clip can end without cutting a word: in its next pause of at least
 * 250 ms, or in a pause under way. Undefined where there is none
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
		const end = Math.max(from, start + fadeMs / frameMs);
		if ((at - start) * frameMs >= pauseMinMs && end < at) return end;
		start = at + 1;
	}
	return undefined;
};

/** @returns the packet with the quietest 100 ms at most `reach` packets from `at`; `at` itself where none is quieter */
export const findQuiet = (levels: readonly number[], at: number, reach: number): number => {
	const levelAt = (packet: number): number =>
		levels[Math.floor(packet / framesALevel)] ?? Number.POSITIVE_INFINITY;
	let best = at;
	for (let off = 1; off <= reach; off++)
		for (const packet of [at - off, at + off])
			if (packet >= 0 && levelAt(packet) < levelAt(best)) best = packet;
	return best;
};

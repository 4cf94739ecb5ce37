import { type Clip, FRAME_MS, LEVEL_MS } from "./clip.ts";

/** An Opus frame of silence. */
export const silentPacket = Buffer.from([0xf8, 0xff, 0xfe]);

/** @returns a Clip of nothing but silence; @param durationMs - a multiple of 20 */
export const makeSilence = (durationMs: number): Clip => ({
	packets: Array.from({ length: durationMs / FRAME_MS + 1 }, () => silentPacket),
	durationMs,
	levels: Array.from({ length: Math.ceil(durationMs / LEVEL_MS) }, () => 0),
});

import { frameMs } from "@herald/common/audio/clip.ts";
import type { FilePart } from "./spoken.ts";

/** The size of a frame of silence in a file, in bytes. */
const silenceBytes = 4;

/**
 * @returns how many of the first sounds fit into a file of `maxBytes`, at least one. A packed Clip is no smaller than
 * its part of the file
 */
export const countFitting = (parts: readonly FilePart[], maxBytes: number): number => {
	let bytes = 0;
	const tooFar = parts.findIndex(({ packed, pauseMs = 0 }) => {
		bytes += packed.byteLength + (pauseMs / frameMs) * silenceBytes;
		return bytes > maxBytes;
	});
	return tooFar === -1 ? parts.length : Math.max(1, tooFar);
};

/** The duration of an Opus packet. */
export const frameMs = 20;
/** The duration that one of {@link Clip.levels} covers. */
export const levelMs = 100;

/**
 * Encoded sound, made once and used for the file, the voice message, the voice channel and the cache.
 *
 * - `packets`: Opus, 20 ms each, encoded from 24 kHz mono. Decoding lags by the encoder's look-ahead (6.5 ms), so there is
 *   always one packet more than the sound fills: `packets.length === durationMs / 20 + 1`.
 * - `durationMs`: the exact length of the sound in ms, without the lag; a multiple of 20.
 * - `levels`: RMS per 100 ms, 0 to 1; the last may stand for less.
 */
export interface Clip {
	readonly packets: readonly Uint8Array[];
	readonly durationMs: number;
	readonly levels: readonly number[];
}

/** A Clip as it is passed between threads and stored in the cache. */
export interface PackedClip {
	readonly packed: Uint8Array<ArrayBuffer>;
	readonly durationMs: number;
}

/** An Opus frame of silence. */
export const silentPacket = Buffer.from([0xf8, 0xff, 0xfe]);

/** @returns a Clip of nothing but silence; @param durationMs - a multiple of 20 */
export const makeSilence = (durationMs: number): Clip => ({
	packets: Array.from({ length: durationMs / frameMs + 1 }, () => silentPacket),
	durationMs,
	levels: Array.from({ length: Math.ceil(durationMs / levelMs) }, () => 0),
});

/**
 * Encoded sound, made once and used for the file, the voice message, the voice channel and the cache.
 *
 * `packets` are Opus, 20 ms each, encoded from 24 kHz mono. `durationMs` is the exact length of the sound, a multiple of
 * 20; the packets may last longer by the encoder's delay. `levels` are RMS values per 100 ms, 0 to 1.
 */
export interface Clip {
	readonly packets: readonly Uint8Array[];
	readonly durationMs: number;
	readonly levels: readonly number[];
}

/** A finished file of sound. */
export interface SoundFile {
	/** Ogg Opus. */
	readonly ogg: Uint8Array<ArrayBuffer>;
	readonly durationMs: number;
	/** At most 256 points of one byte, as Discord's voice messages need them. */
	readonly waveform: Uint8Array<ArrayBuffer>;
}

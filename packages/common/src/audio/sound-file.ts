/** A finished file of sound. */
export interface SoundFile {
	/** Ogg Opus. */
	readonly ogg: Uint8Array<ArrayBuffer>;
	readonly durationMs: number;
	/** At most 256 points of one byte, as Discord's voice messages need them. */
	readonly waveform: Uint8Array<ArrayBuffer>;
}

/** The most points Discord accepts for a voice message's waveform. */
const maxPoints = 256;
/** Below this level, −40 dBFS, even the loudest moment is drawn as quiet. */
const quietLevel = 0.01;

/**
 * A voice message's waveform of a Clip's levels (RMS per 100 ms): one byte a point, at most one a level and at most 256
 * in all, relative to the loudest. Loudness is drawn as its square root: linear levels would hardly show speech, and
 * decibels would show silence.
 */
export const makeWaveform = (levels: readonly number[]): Uint8Array => {
	const count = Math.min(levels.length, maxPoints);
	const points = Array.from({ length: count }, (_, i) => {
		const part = levels.slice(
			Math.floor((i * levels.length) / count),
			Math.floor(((i + 1) * levels.length) / count),
		);
		return Math.sqrt(part.reduce((sum, level) => sum + level * level, 0) / part.length);
	});
	const loudest = Math.max(quietLevel, ...points);
	return Uint8Array.from(points, (point) => Math.round(255 * Math.sqrt(point / loudest)));
};

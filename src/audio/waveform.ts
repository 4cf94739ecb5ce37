/** The most points Discord accepts for a voice message's waveform. */
const MAX_POINTS = 256;
/** Below this level, −40 dBFS, even the loudest moment is drawn as quiet. */
const QUIET_LEVEL = 0.01;

/**
 * A voice message's waveform of a Clip's levels (RMS per 100 ms): one byte a point, at most one a level and at most 256
 * in all, relative to the loudest. Loudness is drawn as its square root: linear levels would hardly show speech, and
 * decibels would show silence.
 */
export function makeWaveform(levels: readonly number[]): Uint8Array {
	const count = Math.min(levels.length, MAX_POINTS);
	const points = Array.from({ length: count }, (_, i) => {
		const part = levels.slice(
			Math.floor((i * levels.length) / count),
			Math.floor(((i + 1) * levels.length) / count),
		);
		return Math.sqrt(part.reduce((sum, level) => sum + level * level, 0) / part.length);
	});
	const loudest = Math.max(QUIET_LEVEL, ...points);
	return Uint8Array.from(points, (point) => Math.round(255 * Math.sqrt(point / loudest)));
}

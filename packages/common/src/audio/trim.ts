import { measurePowers } from "./loudness.ts";

/** Silence kept before the first sound: listeners and players need a moment. */
export const leadMs = 50;
/** Silence kept after the last sound: voices fade, and the next Clip follows at once. */
export const tailMs = 150;
const windowMs = 10;
/** Anything this far below the loudest sound is silence: about 40 dB. */
const silenceRatio = 0.01;
/** A click isn't speech, and fills at most two windows, so the third loudest counts as the loudest sound. */
const referenceRank = 2;

/**
 * The sound with leading silence trimmed to 50 ms and trailing silence to 150 ms. Silence is judged in windows of 10
 * ms, relative to the loudest; a lone click in it is silence too. A view of `samples`, not a copy.
 */
export const trimSilence = (samples: Float32Array, sampleRate: number): Float32Array => {
	const window = Math.max(1, Math.round((sampleRate * windowMs) / 1_000));
	const powers = measurePowers(samples, window);
	const reference =
		Float64Array.from(powers)
			.sort()
			.at(-1 - referenceRank) ?? 0;
	const threshold = reference * silenceRatio ** 2;
	const isSound = (i: number) => (powers[i] ?? 0) > threshold;
	const sustained = powers.map((_, i) => (isSound(i) && (isSound(i - 1) || isSound(i + 1)) ? 1 : 0));
	const first = sustained.indexOf(1);
	if (first === -1) return samples;

	const from = first * window - (sampleRate * leadMs) / 1_000;
	const to = (sustained.lastIndexOf(1) + 1) * window + (sampleRate * tailMs) / 1_000;
	return samples.subarray(Math.max(0, Math.round(from)), Math.min(samples.length, Math.round(to)));
};

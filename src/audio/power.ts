import { LEVEL_MS } from "./clip.ts";

/** Mean squares of windows of `window` samples; the last may be shorter. */
export function measurePowers(samples: Float32Array, window: number): Float64Array {
	const powers = new Float64Array(Math.ceil(samples.length / window));
	for (let i = 0; i < powers.length; i++) {
		const part = samples.subarray(i * window, (i + 1) * window);
		let sum = 0;
		for (const sample of part) sum += sample * sample;
		powers[i] = sum / part.length;
	}
	return powers;
}

/** RMS of each 100 ms, 0 to 1 and as exact as a 32-bit float is; the last may be of less than 100 ms. */
export function measureLevels(samples: Float32Array, sampleRate: number): number[] {
	const window = Math.round((sampleRate * LEVEL_MS) / 1_000);
	return Array.from(measurePowers(samples, window), (power) => Math.fround(Math.sqrt(power)));
}

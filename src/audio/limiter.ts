/** −1 dBFS: leaves room for decoders to overshoot without clipping. */
const CEILING = 10 ** (-1 / 20);
/** How long before a peak the gain starts to fall: any shorter is audible as distortion. */
const LOOK_AHEAD_MS = 5;
/** The time in which the gain recovers by two thirds. */
const RELEASE_MS = 60;

/**
 * The sound with no sample beyond −1 dBFS. The gain falls smoothly before a peak and recovers slowly after it; sound
 * below the ceiling is returned as is, in the same array.
 */
export function limitPeaks(samples: Float32Array, sampleRate: number): Float32Array {
	if (samples.every((sample) => Math.abs(sample) <= CEILING)) return samples;
	const reach = Math.max(1, Math.round((sampleRate * LOOK_AHEAD_MS) / 1_000));
	const gains = release(holdMinimum(samples, reach), Math.exp(-1_000 / (RELEASE_MS * sampleRate)));
	return applySmoothed(samples, gains, reach);
}

/** For each sample the lowest gain that it and the `reach - 1` after it need. */
function holdMinimum(samples: Float32Array, reach: number): Float64Array {
	const needed = new Float64Array(samples).map((sample) => Math.min(1, CEILING / Math.abs(sample)));
	const held = new Float64Array(samples.length);
	// Indices of samples still to come, needed gains rising: the first is the window's minimum.
	const queue = new Int32Array(samples.length);
	let head = 0;
	let tail = 0;
	for (let next = 0; next < samples.length + reach - 1; next++) {
		if (next < samples.length) {
			while (tail > head && (needed[queue[tail - 1] as number] as number) >= (needed[next] as number)) tail--;
			queue[tail++] = next;
		}
		const at = next - reach + 1;
		if (at < 0) continue;
		while ((queue[head] as number) < at) head++;
		held[at] = needed[queue[head] as number] as number;
	}
	return held;
}

/** Limits how fast gains rise to the release time; they never exceed the held gains. */
function release(held: Float64Array, keep: number): Float64Array {
	let gain = 1;
	return held.map((limit) => {
		gain = Math.min(limit, 1 - (1 - gain) * keep);
		return gain;
	});
}

/**
 * Multiplies by the mean of the last `reach` gains. Each of them was held low enough for this sample, so their mean is
 * too: no peak passes the ceiling, however steep.
 */
function applySmoothed(samples: Float32Array, gains: Float64Array, reach: number): Float32Array {
	const out = new Float32Array(samples.length);
	const first = gains[0] as number;
	let sum = first * reach;
	for (let i = 0; i < samples.length; i++) {
		sum += (gains[i] as number) - (i < reach ? first : (gains[i - reach] as number));
		const limited = ((samples[i] as number) * sum) / reach;
		// Only guards against rounding in the running sum.
		out[i] = Math.max(-CEILING, Math.min(CEILING, limited));
	}
	return out;
}

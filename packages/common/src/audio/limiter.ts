/** −1 dBFS: leaves room for decoders to overshoot without clipping. */
export const ceiling = 10 ** (-1 / 20);
/** How long before a peak the gain starts to fall: any shorter is audible as distortion. */
const lookAheadMs = 5;
/** The time in which the gain recovers by two thirds. */
export const releaseMs = 60;

/**
 * Limits a sound's peaks to −1 dBFS, a piece at a time: the gain falls smoothly before a peak and recovers slowly after
 * it. A sound below the ceiling comes back as it is.
 */
export class PeakLimiter {
	readonly #samples: Float32Array;
	readonly #isBelow: boolean;
	/** In samples. */
	readonly #reach: number;
	/** The fraction of a gain reduction left one sample later. */
	readonly #keep: number;
	/** The gain of each sample so far: as low as it and the `reach - 1` after it need, rising slowly. */
	readonly #gains: Float64Array;
	/** Indices of samples still to come, needed gains rising: the first is the window's minimum. */
	readonly #queue: Int32Array;
	#head = 0;
	#tail = 0;
	/** Samples in the queue so far. */
	#seen = 0;
	/** Gains so far. */
	#held = 0;
	/** Samples limited so far. */
	#done = 0;
	#gain = 1;
	#sum = 0;

	constructor(samples: Float32Array, sampleRate: number) {
		this.#samples = samples;
		this.#isBelow = isBelowCeiling(samples);
		this.#reach = Math.max(1, Math.round((sampleRate * lookAheadMs) / 1_000));
		this.#keep = Math.exp(-1_000 / (releaseMs * sampleRate));
		const length = this.#isBelow ? 0 : samples.length;
		this.#gains = new Float64Array(length);
		this.#queue = new Int32Array(length);
	}

	/** @returns the next `count` samples, or as many as are left */
	take(count: number): Float32Array {
		const from = this.#done;
		this.#done = Math.min(this.#samples.length, from + count);
		if (this.#isBelow) return this.#samples.subarray(from, this.#done);
		this.#holdMinimum(this.#done);
		return this.#applySmoothed(from, this.#done);
	}

	#neededAt(at: number): number {
		return Math.min(1, ceiling / Math.abs(this.#samples[at] as number));
	}

	/** Finds the gains of the samples before `end`. */
	#holdMinimum(end: number): void {
		const queue = this.#queue;
		for (; this.#held < end; this.#held++) {
			const until = Math.min(this.#samples.length, this.#held + this.#reach);
			for (; this.#seen < until; this.#seen++) {
				const needed = this.#neededAt(this.#seen);
				while (this.#tail > this.#head && this.#neededAt(queue[this.#tail - 1] as number) >= needed)
					this.#tail--;
				queue[this.#tail++] = this.#seen;
			}
			while ((queue[this.#head] as number) < this.#held) this.#head++;
			const held = this.#neededAt(queue[this.#head] as number);
			// Limits how fast gains rise to the release time.
			this.#gain = Math.min(held, 1 - (1 - this.#gain) * this.#keep);
			this.#gains[this.#held] = this.#gain;
		}
	}

	/**
	 * Multiplies by the mean of the last `reach` gains. Each of them was held low enough for this sample, so their mean is
	 * too: no peak passes the ceiling, however steep.
	 */
	#applySmoothed(from: number, end: number): Float32Array {
		const gains = this.#gains;
		const reach = this.#reach;
		const out = new Float32Array(end - from);
		const first = gains[0] as number;
		if (from === 0) this.#sum = first * reach;
		for (let i = from; i < end; i++) {
			this.#sum += (gains[i] as number) - (i < reach ? first : (gains[i - reach] as number));
			const limited = ((this.#samples[i] as number) * this.#sum) / reach;
			// Only guards against rounding in the running sum.
			out[i - from] = Math.max(-ceiling, Math.min(ceiling, limited));
		}
		return out;
	}
}

// A loop: a function a sample takes ten times as long.
const isBelowCeiling = (samples: Float32Array): boolean => {
	for (let i = 0; i < samples.length; i++) if (Math.abs(samples[i] as number) > ceiling) return false;
	return true;
};

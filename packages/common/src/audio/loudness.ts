import { levelMs } from "./clip.ts";

/** ITU-R BS.1770-4: loudness is measured in blocks of 400 ms that begin every 100 ms. */
const stepMs = 100;
const stepsABlock = 4;
const absoluteGateLufs = -70;
const relativeGateLu = -10;
const offsetLu = -0.691;

/**
 * Integrated loudness in LUFS (ITU-R BS.1770-4, one channel, gated). For sound shorter than one block of 400 ms, its
 * RMS in dBFS is used instead. `-Infinity` for silence.
 */
export const measureLoudness = (samples: Float32Array, sampleRate: number): number => {
	const step = Math.round((sampleRate * stepMs) / 1_000);
	if (samples.length < step * stepsABlock)
		return 10 * Math.log10(measurePowers(samples, Math.max(1, samples.length))[0] ?? 0);
	return integrate(measurePowers(new EarWeighting(sampleRate).weigh(samples), step), samples.length / step);
};

/** Measures the loudness of a sound while it arrives; {@link measureLoudness} measures a whole one. */
export class LoudnessMeter {
	readonly #weighting: EarWeighting;
	readonly #powers: number[] = [];

	constructor(sampleRate: number) {
		this.#weighting = new EarWeighting(sampleRate);
	}

	/** Adds the next 100 ms. */
	add(samples: Float32Array): void {
		this.#powers.push(measurePowers(this.#weighting.weigh(samples), samples.length)[0] ?? 0);
	}

	/** In LUFS; `-Infinity` for silence, and for less than 400 ms. */
	get loudness(): number {
		return integrate(this.#powers, this.#powers.length);
	}
}

/** @param powers - the mean square of each 100 ms @param whole - how many of these cover the full 100 ms */
const integrate = (powers: ArrayLike<number>, whole: number): number => {
	const blocks: number[] = [];
	for (let i = 0; i + stepsABlock <= whole; i++) {
		let sum = 0;
		for (let j = i; j < i + stepsABlock; j++) sum += powers[j] as number;
		blocks.push(sum / stepsABlock);
	}
	const audible = blocks.filter((power) => toLufs(power) > absoluteGateLufs);
	const gate = toLufs(mean(audible)) + relativeGateLu;
	return toLufs(mean(audible.filter((power) => toLufs(power) > gate)));
};

const toLufs = (power: number): number => offsetLu + 10 * Math.log10(power);

const mean = (values: ArrayLike<number>): number => {
	let sum = 0;
	for (let i = 0; i < values.length; i++) sum += values[i] as number;
	return values.length === 0 ? 0 : sum / values.length;
};

/** BS.1770's K-weighting, at any sample rate, piece by piece: a shelf for the effect of the head, then a high pass. */
class EarWeighting {
	readonly #shelf: Biquad;
	readonly #highPass: Biquad;
	#state: readonly [number, number, number, number] = [0, 0, 0, 0];

	constructor(sampleRate: number) {
		this.#shelf = makeShelf(sampleRate);
		this.#highPass = makeHighPass(sampleRate);
	}

	weigh(samples: Float32Array): Float32Array {
		const out = new Float32Array(samples.length);
		// Both filters run in one loop, which takes half the time: the first word waits for them.
		const [b0, b1, b2] = this.#shelf.b;
		const [a1, a2] = this.#shelf.a;
		const [d0, d1, d2] = this.#highPass.b;
		const [c1, c2] = this.#highPass.a;
		let [s1, s2, t1, t2] = this.#state;
		for (let i = 0; i < samples.length; i++) {
			const x = samples[i] as number;
			const y = b0 * x + s1;
			s1 = b1 * x - a1 * y + s2;
			s2 = b2 * x - a2 * y;
			const shelved = Math.fround(y);
			const z = d0 * shelved + t1;
			t1 = d1 * shelved - c1 * z + t2;
			t2 = d2 * shelved - c2 * z;
			out[i] = z;
		}
		this.#state = [s1, s2, t1, t2];
		return out;
	}
}

/** Coefficients of a second-order section, a0 = 1. */
interface Biquad {
	readonly b: readonly [number, number, number];
	readonly a: readonly [number, number];
}

const makeShelf = (sampleRate: number): Biquad => {
	const k = Math.tan((Math.PI * 1_681.974450955533) / sampleRate);
	const q = 0.7071752369554196;
	const high = 10 ** (3.999843853973347 / 20);
	const band = high ** 0.4996667741545416;
	const a0 = 1 + k / q + k * k;
	return {
		b: [
			(high + (band * k) / q + k * k) / a0,
			(2 * (k * k - high)) / a0,
			(high - (band * k) / q + k * k) / a0,
		],
		a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0],
	};
};

const makeHighPass = (sampleRate: number): Biquad => {
	const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
	const q = 0.5003270373238773;
	const a0 = 1 + k / q + k * k;
	return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0] };
};

/** Mean squares of windows of `window` samples; the last may be shorter. */
export const measurePowers = (samples: Float32Array, window: number): Float64Array => {
	const powers = new Float64Array(Math.ceil(samples.length / window));
	for (let i = 0; i < powers.length; i++) {
		const start = i * window;
		const end = Math.min(start + window, samples.length);
		let sum = 0;
		// By index: the iterator of an array of numbers takes five times as long.
		for (let at = start; at < end; at++) sum += (samples[at] as number) * (samples[at] as number);
		powers[i] = sum / (end - start);
	}
	return powers;
};

/** RMS of each 100 ms, 0 to 1 and as exact as a 32-bit float is; the last may be of less than 100 ms. */
export const measureLevels = (samples: Float32Array, sampleRate: number): number[] => {
	const window = Math.round((sampleRate * levelMs) / 1_000);
	return Array.from(measurePowers(samples, window), (power) => Math.fround(Math.sqrt(power)));
};

/** The highest peak, −1 dBFS: leaves room for decoders to overshoot without clipping. */
export const ceiling = 10 ** (-1 / 20);
/** How long before a peak the gain starts to fall, in ms: if it falls faster, the fall is audible as distortion. */
const lookAheadMs = 5;
/** The time in which the gain recovers by two thirds, in ms. */
export const releaseMs = 60;

/**
 * Limits a sound's peaks to −1 dBFS, a piece at a time: the gain falls smoothly before a peak and recovers slowly after
 * it. A sound below the ceiling is returned unchanged.
 */
export class PeakLimiter {
	readonly #samples: Float32Array;
	readonly #isBelow: boolean;
	/** The look-ahead, in samples. */
	readonly #reach: number;
	/** The fraction of a gain reduction left one sample later. */
	readonly #keep: number;
	/**
	 * The gain of each sample so far: low enough for that sample and the `reach - 1` samples after it, and rising slowly.
	 */
	readonly #gains: Float64Array;
	/** Indices of upcoming samples, in the order of the gains that they need: the first needs the window's lowest gain. */
	readonly #queue: Int32Array;
	#head = 0;
	#tail = 0;
	/** How many samples have entered the queue. */
	#seen = 0;
	/** How many gains are known. */
	#held = 0;
	/** How many samples have been limited. */
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
			// Gains rise no faster than the release time allows.
			this.#gain = Math.min(held, 1 - (1 - this.#gain) * this.#keep);
			this.#gains[this.#held] = this.#gain;
		}
	}

	/**
	 * Multiplies each sample by the mean of the last `reach` gains. Each of them is low enough for the sample, and so is
	 * their mean: no peak exceeds the ceiling, however steep.
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

// A loop: calling a function for each sample takes ten times as long.
const isBelowCeiling = (samples: Float32Array): boolean => {
	for (let i = 0; i < samples.length; i++) if (Math.abs(samples[i] as number) > ceiling) return false;
	return true;
};

/** How much silence is kept before the first sound, in ms: listeners and players need a moment. */
export const leadMs = 50;
/** How much silence is kept after the last sound, in ms: voices fade, and the next Clip follows at once. */
export const tailMs = 150;
const windowMs = 10;
/** The fraction (−40 dB) of the loudest sound below which sound counts as silence. */
const silenceRatio = 0.01;
/**
 * The rank, from 0, of the window that counts as the loudest sound: a click isn't speech, and fills at most two
 * windows.
 */
const referenceRank = 2;

/**
 * The sound with leading silence trimmed to 50 ms and trailing silence to 150 ms. Silence is judged in windows of 10
 * ms, relative to the loudest; a lone click counts as silence, too. A view of `samples`, not a copy.
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

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
	if (samples.length < step * stepsABlock) {
		return 10 * Math.log10(measurePowers(samples, Math.max(1, samples.length))[0] ?? 0);
	}
	return integrate(measurePowers(new EarWeighting(sampleRate).weigh(samples), step), samples.length / step);
};

/** Measures the loudness of a sound while it comes, as {@link measureLoudness} does of all of it. */
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

/** @param powers - of each 100 ms @param whole - how many of them are of all that time */
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
	/** The states of both filters. */
	#state: readonly [number, number, number, number] = [0, 0, 0, 0];

	constructor(sampleRate: number) {
		this.#shelf = makeShelf(sampleRate);
		this.#highPass = makeHighPass(sampleRate);
	}

	weigh(samples: Float32Array): Float32Array {
		const out = new Float32Array(samples.length);
		// Both at once: the first word waits for this, and it takes half the time.
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

/** How many zero crossings of the sinc are used on each side: more make the transition band narrower and cost more. */
const halfTaps = 24;
/** Kaiser's β: about 80 dB of stop band. */
const kaiserBeta = 8;
/** How many entries the kernel has per zero crossing. Values between two entries are interpolated linearly. */
const tableSteps = 512;
/** The fraction of the lower Nyquist frequency at which the pass band ends, so that aliases land in the stop band. */
const rollOff = 0.94;
/**
 * The most positions between two samples whose weights are cached: enough for all that occur when a rate that is a
 * multiple of 10 Hz becomes 24 kHz.
 */
const placesMax = 2_400;

/** The modified Bessel function of order zero, by its power series. */
const besselI0 = (x: number): number => {
	let sum = 1;
	let term = 1;
	for (let k = 1; term > sum * 1e-12; k++) {
		term *= (x / (2 * k)) ** 2;
		sum += term;
	}
	return sum;
};

/** One wing of the sinc under a Kaiser window, with two zeros past its end for the interpolation. */
const makeKernel = (): Float64Array => {
	const length = halfTaps * tableSteps;
	const wing = new Float64Array(length + 2);
	for (let i = 0; i < length; i++) {
		const x = i / tableSteps;
		const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
		wing[i] = (sinc * besselI0(kaiserBeta * Math.sqrt(1 - (x / halfTaps) ** 2))) / besselI0(kaiserBeta);
	}
	return wing;
};

const kernel = makeKernel();

/**
 * Resamples a sound with a windowed sinc, cut off below the lower of both Nyquist frequencies.
 * Rates are in Hz and may be fractional. Gives `round(length × toRate / fromRate)` samples, in phase with the input;
 * equal rates give the input itself.
 *
 * @throws RangeError when a rate is not a positive finite number
 */
export const resample = (samples: Float32Array, fromRate: number, toRate: number): Float32Array =>
	createResampler(fromRate, toRate)(samples, true);

/**
 * Resamples a sound that arrives in pieces, with the same result as {@link resample} for the whole.
 *
 * @throws RangeError when a rate is not a positive finite number
 */
export const createResampler = (fromRate: number, toRate: number) => {
	if (!(fromRate > 0 && toRate > 0 && Number.isFinite(fromRate) && Number.isFinite(toRate)))
		throw new RangeError(`Rates must be positive: ${fromRate} Hz to ${toRate} Hz`);
	const scale = Math.min(1, toRate / fromRate) * rollOff;
	/** How far the kernel reaches, in samples of the input. */
	const reach = halfTaps / scale;
	/** A cache of kernel weights by the position between two samples. */
	const cached = new Map<number, Float64Array>();
	/** The input that is still needed, and the index of its first sample. */
	let kept = new Float32Array(0);
	let from = 0;
	let made = 0;

	const interpolate = (input: Float32Array, count: number) => {
		const out = new Float32Array(count);
		for (let i = 0; i < count; i++) {
			// In whole numbers, so that positions recur exactly and their cached weights are found.
			const at = (made + i) * fromRate;
			const below = Math.floor(at / toRate);
			const weights = weigh(at - below * toRate);
			const first = below - Math.floor(reach) - from;
			const end = Math.min(weights.length, input.length - first);
			let sum = 0;
			for (let k = Math.max(0, -first); k < end; k++)
				sum += (input[first + k] as number) * (weights[k] as number);
			out[i] = sum;
		}
		return out;
	};

	/** @param place - the position between two samples, in units of 1 / `toRate` */
	const weigh = (place: number) => {
		const known = cached.get(place);
		if (known) return known;
		const before = Math.floor(reach);
		const centre = before + place / toRate;
		const weights = new Float64Array(before + Math.ceil(reach) + 1);
		for (let k = 0; k < weights.length; k++) {
			const at = Math.min(Math.abs(k - centre) * scale, halfTaps) * tableSteps;
			const below = Math.floor(at);
			const low = kernel[below] as number;
			weights[k] = (low + (at - below) * ((kernel[below + 1] as number) - low)) * scale;
		}
		if (cached.size < placesMax) cached.set(place, weights);
		return weights;
	};

	/** @returns the samples that `piece` completes. @param isLast - whether nothing follows it */
	return (piece: Float32Array, isLast = false): Float32Array => {
		if (fromRate === toRate) return piece;
		let input = piece;
		if (kept.length > 0) {
			input = new Float32Array(kept.length + piece.length);
			input.set(kept);
			input.set(piece, kept.length);
		}
		const end = from + input.length;
		const step = fromRate / toRate;
		const most = isLast ? Math.round(end / step) : Math.max(made, Math.floor((end - 1 - reach) / step) + 1);
		const out = interpolate(input, most - made);
		made = most;
		const needed = Math.max(from, Math.floor(most * step - reach));
		kept = input.slice(needed - from);
		from = needed;
		return out;
	};
};

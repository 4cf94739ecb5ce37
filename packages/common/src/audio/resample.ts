/** Zero crossings of the sinc on each side: more make the transition band narrower and cost more. */
const halfTaps = 24;
/** Kaiser's β: about 80 dB of stop band. */
const kaiserBeta = 8;
/** Kernel entries per zero crossing; the kernel is interpolated linearly between them. */
const tableSteps = 512;
/** The pass band ends this far below the lower Nyquist frequency, so that aliases land in the stop band. */
const rollOff = 0.94;

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
 * The same sound at another rate: a windowed sinc, cut off below the lower of both Nyquist frequencies.
 * Rates are in Hz and may be fractional. Gives `round(length × toRate / fromRate)` samples, in phase with the input;
 * equal rates give the input itself.
 *
 * @throws RangeError when a rate is not a positive finite number
 */
export const resample = (samples: Float32Array, fromRate: number, toRate: number): Float32Array => {
	if (!(fromRate > 0 && toRate > 0 && Number.isFinite(fromRate) && Number.isFinite(toRate))) {
		throw new RangeError(`Rates must be positive: ${fromRate} Hz to ${toRate} Hz`);
	}
	if (fromRate === toRate) return samples;

	const step = fromRate / toRate;
	const scale = Math.min(1, toRate / fromRate) * rollOff;
	const reach = halfTaps / scale;
	const out = new Float32Array(Math.round(samples.length / step));
	for (let i = 0; i < out.length; i++) {
		const centre = i * step;
		const first = Math.max(0, Math.ceil(centre - reach));
		const last = Math.min(samples.length - 1, Math.floor(centre + reach));
		let sum = 0;
		for (let j = first; j <= last; j++) {
			const at = Math.abs(j - centre) * scale * tableSteps;
			const below = Math.floor(at);
			const low = kernel[below] as number;
			sum += (samples[j] as number) * (low + (at - below) * ((kernel[below + 1] as number) - low));
		}
		out[i] = sum * scale;
	}
	return out;
};

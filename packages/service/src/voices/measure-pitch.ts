import { resample } from "@herald/common/audio/resample.ts";

const rate = 8_000;
const frame = 320;
const hop = 80;
/** 57 to 400 Hz at 8 kHz. */
const shortestLag = 20;
const longestLag = 140;

/** The median pitch of speech in Hz, by normalised autocorrelation over voiced frames of 40 ms. */
export const measurePitch = (samples: Float32Array, sampleRate: number): number => {
	const sound = resample(samples, sampleRate, rate);
	const peak = sound.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
	const pitches: number[] = [];
	for (let at = 0; at + 2 * frame < sound.length; at += hop) {
		if (Math.sqrt(correlate(sound, at, at) / frame) < peak * 0.06) continue;
		const lag = findLag(sound, at);
		if (lag !== undefined) pitches.push(rate / lag);
	}
	pitches.sort((a, b) => a - b);
	return pitches[pitches.length >> 1] ?? 0;
};

const correlate = (sound: Float32Array, a: number, b: number): number => {
	let sum = 0;
	for (let i = 0; i < frame; i++) sum += (sound[a + i] as number) * (sound[b + i] as number);
	return sum;
};

const findLag = (sound: Float32Array, at: number): number | undefined => {
	const energy = correlate(sound, at, at);
	const score = (lag: number) =>
		correlate(sound, at, at + lag) / Math.sqrt(energy * correlate(sound, at + lag, at + lag) + 1e-9);
	const scores = Array.from({ length: longestLag + 1 }, (_, lag) => (lag < shortestLag - 1 ? 0 : score(lag)));
	const best = Math.max(...scores.slice(shortestLag));
	if (best < 0.8) return undefined;
	// The first peak nearly as high as the highest: a multiple of the period fits as well as the period.
	for (let lag = shortestLag; lag < longestLag; lag++) {
		const [before = 0, here = 0, after = 0] = scores.slice(lag - 1, lag + 2);
		if (here < best * 0.93 || here < before || here < after) continue;
		const bend = before - 2 * here + after;
		return lag + (bend === 0 ? 0 : (before - after) / (2 * bend));
	}
	return undefined;
};

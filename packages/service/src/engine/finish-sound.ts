import { toInt16 } from "@herald/common/audio/pcm.ts";
import { resample } from "@herald/common/audio/resample.ts";
import { sampleRate as answerRate } from "./speech-engine.ts";

/** The loudest sample that counts as silence, −50 dB. Full scale is 1. */
const threshold = 0.003;
/** How much silence is kept on each side, in s: soft consonants start and end below the threshold. */
const margin = 0.03;

/** @returns the sound without the silence around it; empty when nothing in it is audible */
const cropToSound = (samples: Float32Array, sampleRate: number): Float32Array => {
	const first = samples.findIndex((sample) => Math.abs(sample) > threshold);
	if (first < 0) return samples.subarray(0, 0);
	const last = samples.findLastIndex((sample) => Math.abs(sample) > threshold);
	const kept = Math.round(margin * sampleRate);
	return samples.subarray(Math.max(0, first - kept), last + 1 + kept);
};

/**
 * @param pitch - how many times faster the sound is played. The resulting rate is rounded to 10 Hz, to resample quickly
 * @returns mono at 24 kHz, without silence at either end
 */
export const finishSound = (samples: Float32Array, sampleRate: number, pitch = 1): Int16Array =>
	toInt16(resample(cropToSound(samples, sampleRate), Math.round((sampleRate * pitch) / 10) * 10, answerRate));

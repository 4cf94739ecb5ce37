import type { Pcm } from "@herald/common/audio/pcm.ts";

/** @param level - the peak, in dBFS */
export function makeSine(hertz: number, level: number, seconds: number, sampleRate = 24_000): Pcm {
	const peak = 32_768 * 10 ** (level / 20);
	return {
		sampleRate,
		samples: Int16Array.from({ length: Math.round(seconds * sampleRate) }, (_, i) =>
			Math.max(
				-32_768,
				Math.min(32_767, Math.round(peak * Math.sin((2 * Math.PI * hertz * i) / sampleRate))),
			),
		),
	};
}

/** Puts silence before and after a sound, both in s. */
export function inSilence(before: number, pcm: Pcm, after: number): Pcm {
	const lead = Math.round(before * pcm.sampleRate);
	const tail = Math.round(after * pcm.sampleRate);
	const samples = new Int16Array(lead + pcm.samples.length + tail);
	samples.set(pcm.samples, lead);
	return { samples, sampleRate: pcm.sampleRate };
}

export function measureRms(samples: ArrayLike<number>): number {
	let sum = 0;
	for (let i = 0; i < samples.length; i++) sum += (samples[i] as number) ** 2;
	return Math.sqrt(sum / samples.length);
}

/** Measures a sine's frequency in Hz, by where it crosses zero upwards. */
export function measureFrequency(samples: ArrayLike<number>, sampleRate: number): number {
	const crossings: number[] = [];
	for (let i = 1; i < samples.length; i++) {
		const [a, b] = [samples[i - 1] as number, samples[i] as number];
		if (a < 0 && b >= 0) crossings.push(i - b / (b - a));
	}
	const span = (crossings.at(-1) as number) - (crossings[0] as number);
	return ((crossings.length - 1) * sampleRate) / span;
}

import { deriveClip } from "@herald/common/audio/derive-clip.ts";
import { closeEncoder, encodeClip, warmEncoder } from "@herald/common/audio/encode-clip.ts";
import { finish } from "@herald/common/audio/steps.ts";
import { compileFlite, recipes, sampleRate, speakPhrase } from "@herald/service/testing/internals.ts";

const runs = 9;
const text = "We were away all year, and nobody knew where you are now.";
const derivations = [
	{ tempo: 0.5, gainDb: 0 },
	{ tempo: 1.3, gainDb: 0 },
	{ tempo: 2, gainDb: 0 },
	{ tempo: 1, gainDb: 6 },
];

const takeMedian = (work: () => void): number => {
	const times = Array.from({ length: runs }, () => {
		const start = performance.now();
		work();
		return performance.now() - start;
	});
	return times.sort((a, b) => a - b)[Math.floor(runs / 2)] as number;
};

/** Time to derive a Clip from a cached one, beside making it: Flite's speech and its encoding, without the request. */
export const run = async () => {
	const flite = await compileFlite();
	const recipe = recipes.Kore;
	const make = () => encodeClip({ samples: speakPhrase(flite, text, recipe) as Int16Array, sampleRate });
	warmEncoder();
	const clip = make();
	const madeMs = takeMedian(make);
	const rows = derivations.map((derivation) => {
		finish(deriveClip(clip, derivation));
		const ms = takeMedian(() => finish(deriveClip(clip, derivation)));
		return {
			tempo: derivation.tempo,
			"gain, dB": derivation.gainDb,
			"made, ms": madeMs.toFixed(1),
			"derived, ms": ms.toFixed(1),
			ratio: (ms / madeMs).toFixed(2),
		};
	});
	closeEncoder();
	return { title: `a Clip of ${(clip.durationMs / 1_000).toFixed(1)} s, median of ${runs}`, rows };
};

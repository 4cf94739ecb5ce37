/** A thread of the engine: it reads a text, or speaks one phrase, a task. */
import { move, workerData } from "piscina";
import { speakPhrase } from "./flite.ts";
import { normalise } from "./normalise.ts";
import { type Phrase, splitPhrases } from "./phrases.ts";
import type { VoiceRecipe } from "./voices.ts";

export interface PhraseTask {
	readonly text: string;
	readonly recipe: VoiceRecipe;
}

const { flite } = workerData as { readonly flite: WebAssembly.Module };

export default ({ text, recipe }: PhraseTask): Int16Array => {
	const samples = speakPhrase(flite, text, recipe);
	return move(samples.buffer as ArrayBuffer) as unknown as Int16Array;
};

/** @returns what of each text is spoken, phrase by phrase */
export const readTexts = (texts: readonly string[]): Phrase[][] =>
	texts.map((text) => splitPhrases(normalise(text)));

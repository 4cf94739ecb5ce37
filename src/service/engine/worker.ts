/** A thread of the engine: one phrase a task. */
import { move, workerData } from "piscina";
import { speakPhrase } from "./flite.ts";
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

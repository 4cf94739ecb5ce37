import { baseLanguage } from "@herald/common/wire/languages.ts";
import type { Speaker, SpeechEngine } from "../speech-engine.ts";
import type { EngineThreads } from "../threads.ts";
import { findRecipe } from "./recipes.ts";

/** Raised when a change makes any voice sound otherwise, so that what was heard before is made anew. */
const version = "1";

const language = "en";

/** English in thirty voices, always there: Flite in the engines' threads. */
export class FliteEngine implements SpeechEngine {
	readonly #threads: EngineThreads;

	constructor(threads: EngineThreads) {
		this.#threads = threads;
	}

	languages(): ReadonlyMap<string, string> {
		return new Map([[language, `flite-${version}`]]);
	}

	find(name: string, tag: string): Speaker | undefined {
		const recipe = findRecipe(name);
		if (!recipe || baseLanguage(tag) !== language) return undefined;
		return {
			voice: `flite/${recipe.base}`,
			read: (text) => this.#threads.run("readForFlite", text),
			speak: (text, signal) => this.#threads.run("speakWithFlite", { text, recipe }, signal),
		};
	}

	async close(): Promise<void> {}
}

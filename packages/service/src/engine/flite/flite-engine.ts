import { baseLanguage } from "@herald/common/wire/languages.ts";
import type { SpeechEngine } from "../speech-engine.ts";
import type { EngineThreads } from "../threads.ts";
import { naturalHz, recipes } from "./recipes.ts";

/** Raised when a change makes any voice sound otherwise, so that what was heard before is made anew. */
const version = "1";

const language = "en";

/** @returns English in thirty voices, always there: Flite in the engines' threads */
export const openFlite = (threads: EngineThreads): SpeechEngine => ({
	languages: () => new Map([[language, `flite-${version}`]]),
	find: (name, tag) => {
		if (baseLanguage(tag) !== language) return undefined;
		const recipe = recipes[name];
		return {
			voice: `flite/${recipe.base}`,
			pitch: recipe.pitchHz === undefined ? recipe.warp : recipe.pitchHz / naturalHz[recipe.base],
			pace: recipe.rate,
			read: (text) => threads.run("readForFlite", text),
			speak: (text, signal) => threads.run("speakWithFlite", { text, recipe }, signal),
		};
	},
});

import { baseLanguage } from "@herald/common/wire/languages.ts";
import prebuilt from "../../voices/prebuilt.json" with { type: "json" };
import { OverlongPhraseError, type SpeechEngine } from "../speech-engine.ts";
import type { EngineThreads } from "../threads.ts";
import { naturalHz, type VoiceRecipe } from "./flite.ts";

/** Incremented with every change that makes a voice sound different, so that cached speech is made anew. */
const version = "2";

const language = "en";

/** @returns Flite, which is always there: English in thirty voices */
export const openFlite = (threads: EngineThreads): SpeechEngine => ({
	languages: () => new Map([[language, `flite-${version}`]]),
	find: (name, tag) => {
		if (baseLanguage(tag) !== language) return undefined;
		const recipe: VoiceRecipe = prebuilt[name].flite;
		const { base, pitchHz, warp, rate } = recipe;
		return {
			voice: `flite/${base}`,
			pitch: pitchHz === undefined ? warp : pitchHz / (naturalHz[base] ?? pitchHz),
			pace: rate,
			read: (text, asker) => threads.read({ text, language, isForFlite: true }, asker),
			speak: async (text, asker) => {
				const samples = await threads.run("speakWithFlite", { text, recipe }, asker);
				if (!samples) throw new OverlongPhraseError("Flite doesn't stop speaking.");
				return samples;
			},
		};
	},
});

import type { PrebuiltVoiceName } from "../../voices/names.ts";
import type { LocalVoices } from "../../voices/read-voices.ts";
import { cutOpening } from "../phrases.ts";
import type { EngineVoice, SpeechEngine } from "../speech-engine.ts";
import type { EngineThreads } from "../threads.ts";
import type { Models } from "./models.ts";

/** The default speakers. */
const firstName = "Kore";

/** Natural voices: models that operators have added, each in a process of its own. */
export class NeuralEngine implements SpeechEngine {
	readonly #models: Models;
	readonly #threads: EngineThreads;
	#voices: LocalVoices;
	#home = "";

	constructor(models: Models, threads: EngineThreads, voices: LocalVoices) {
		this.#models = models;
		this.#threads = threads;
		this.#voices = voices;
	}

	/** Replaces the voices; speech in progress continues. */
	replaceVoices(voices: LocalVoices): void {
		this.#voices = voices;
		this.#models.keepOnly(voices.installed);
		this.#loadHome();
	}

	/** Loads the voice of a language, if there is one, and keeps it loaded where memory allows. */
	keepLoaded(language: string): void {
		this.#home = language;
		this.#loadHome();
	}

	#loadHome(): void {
		this.#models.keepLoaded(this.#voices.find(firstName, this.#home)?.voice);
	}

	languages(): ReadonlyMap<string, string> {
		const voices = this.#voices;
		return new Map(voices.languages().map((language) => [language, voices.fingerprint(language)]));
	}

	find(name: PrebuiltVoiceName, language: string): EngineVoice | undefined {
		const cast = this.#voices.find(name, language);
		if (!cast) return undefined;
		const { voice, speakerId, pitch, pace } = cast;
		return {
			voice: `neural/${voice.name}${voice.speakers.length > 1 ? `#${speakerId}` : ""}`,
			pitch,
			pace,
			read: async (text, asker, isHeardAtOnce) => {
				const phrases = await this.#threads.read({ text, language, isForFlite: false }, asker);
				// A Piper model takes a sentence's whole length for its first word.
				return isHeardAtOnce && voice.kind === "vits" ? cutOpening(phrases) : phrases;
			},
			speak: (text, asker) => this.#models.speak(voice, { text, speakerId, pitch, pace }, asker),
		};
	}

	close(): Promise<void> {
		return this.#models.close();
	}
}

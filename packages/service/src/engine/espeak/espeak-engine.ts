import { EngineError, type Speaker, type SpeechEngine } from "../speech-engine.ts";
import type { EngineThreads } from "../threads.ts";
import { EspeakProgram } from "./espeak-program.ts";
import { findVariant } from "./variants.ts";
import { VoiceList } from "./voice-list.ts";

/** Raised when a change makes any voice sound otherwise, so that what was heard before is made anew. */
const version = "1";

/** A hundred languages in voices of a robot: the program espeak-ng, a process for each phrase. */
export class EspeakEngine implements SpeechEngine {
	readonly #program: EspeakProgram;
	readonly #threads: EngineThreads;
	readonly #voices: VoiceList;
	readonly #languages: ReadonlyMap<string, string>;

	private constructor(
		program: EspeakProgram,
		threads: EngineThreads,
		voices: VoiceList,
		fingerprint: string,
	) {
		this.#program = program;
		this.#threads = threads;
		this.#voices = voices;
		this.#languages = new Map(voices.bases().map((language) => [language, fingerprint]));
	}

	/**
	 * @param searchPath - the folders that the program is looked for in, as in PATH
	 * @returns the engine; undefined where espeak-ng isn't installed
	 */
	static async find(threads: EngineThreads, searchPath: string): Promise<EspeakEngine | undefined> {
		const program = new EspeakProgram(searchPath);
		const told = await program.tell();
		if (!told) return undefined;
		return new EspeakEngine(
			program,
			threads,
			new VoiceList(told.voices),
			`espeak-ng-${told.version}-${version}`,
		);
	}

	languages(): ReadonlyMap<string, string> {
		return this.#languages;
	}

	find(name: string, language: string): Speaker | undefined {
		const spoken = this.#voices.find(language);
		const found = findVariant(name);
		if (spoken === undefined || !found) return undefined;
		const voice = `${spoken}+${found.variant}`;
		const options = ["-v", voice, "-p", String(found.pitch), "-s", String(found.pace)];
		return {
			voice: `espeak-ng/${voice}`,
			read: (text) => this.#threads.run("readPlainly", { text, language }),
			speak: async (text, signal) => {
				const wav = await this.#program.speak(text, options, signal);
				if (wav.length === 0) throw new EngineError(`espeak-ng has no voice ${voice}.`);
				return this.#threads.run("finishWav", wav, signal);
			},
		};
	}

	async close(): Promise<void> {}
}

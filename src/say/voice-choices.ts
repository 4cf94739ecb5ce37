import type { VoicePreferences } from "../store/preferences.ts";
import { isCommonLabel } from "./common-labels.ts";
import { type Resolved, resolvePreferences } from "./resolve-preferences.ts";
import type { Voices } from "./voices.ts";

export interface VoiceChoicesOptions {
	readonly voices: Voices;
	readonly own: VoicePreferences;
	readonly server: VoicePreferences;
	/** A tag; undefined where the operator set none. */
	readonly defaultLanguage: string | undefined;
}

/** How a member sounds in a guild, and who else can speak for them, as it was at one moment. */
export class VoiceChoices {
	readonly #options: VoiceChoicesOptions;

	constructor(options: VoiceChoicesOptions) {
		this.#options = options;
	}

	/** The names that can begin a turn of a dialogue. */
	get speakers(): readonly string[] {
		return this.#options.voices.all.map(({ name }) => name).filter((name) => !isCommonLabel(name));
	}

	/**
	 * Decides how a text is spoken, and why.
	 *
	 * @param option - what the command itself names
	 * @throws Problem `unknown_voice` when it names an unknown voice
	 */
	resolve(option: Partial<VoicePreferences> = {}): Resolved {
		const { voices, own, server, defaultLanguage } = this.#options;
		if (option.voice) voices.choose(option.voice);
		return resolvePreferences({
			option,
			own,
			server,
			defaultVoice: voices.default,
			defaultLanguage,
			canonical: (voice) => voices.find(voice)?.name,
		});
	}
}

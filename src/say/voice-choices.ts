import type { VoicePreferences } from "../settings/settings.ts";
import type { Preset } from "../store/database.ts";
import { isCommonLabel } from "./common-labels.ts";
import { findPreset, listPresets } from "./presets.ts";
import { type Choices, type Resolved, resolvePreferences } from "./resolve-preferences.ts";
import type { Voices } from "./voices.ts";

type VoiceChoicesOptions = Omit<Choices, "option">;

/** How a member sounds in a guild, and who else can speak for them, as it was at one moment. */
export class VoiceChoices {
	readonly #options: VoiceChoicesOptions;

	constructor(options: VoiceChoicesOptions) {
		this.#options = options;
	}

	get voices(): Voices {
		return this.#options.voices;
	}

	get presets(): readonly Preset[] {
		return listPresets(this.#options.presets);
	}

	/** The names that can begin a turn of a dialogue. */
	get speakers(): readonly string[] {
		return [...this.presets, ...this.voices.all]
			.map(({ name }) => name)
			.filter((name) => !isCommonLabel(name));
	}

	/**
	 * @param name - of a preset or a voice, in any case
	 * @param whose - a server uses its own presets alone
	 * @returns the choice of it. A preset takes the place of what was chosen before, as far as it says anything
	 * @throws Problem `unknown_voice` with the nearest names of both when there is none of that name
	 */
	pick(name: string, whose: "member" | "server" = "member"): Partial<VoicePreferences> {
		const { presets, voices } = this.#options;
		const usable = whose === "member" ? presets : { ...presets, own: [] };
		const preset = findPreset(name, usable);
		if (!preset) {
			const names = listPresets(usable).map((each) => each.name);
			return { voice: voices.choose(name, names).name, preset: null };
		}
		return {
			voice: null,
			preset: preset.name,
			...(preset.style !== null && { style: null }),
			...(preset.language !== null && { language: null }),
			...(preset.speed !== null && { speed: null }),
		};
	}

	/**
	 * Decides how a text is spoken, and why.
	 *
	 * @param option - what the command itself names; its voice may be a preset
	 * @throws Problem `unknown_voice` when it names an unknown voice
	 */
	resolve({ voice, ...option }: Partial<VoicePreferences> = {}): Resolved {
		return resolvePreferences({
			...this.#options,
			option: { ...(voice && this.pick(voice)), ...option },
		});
	}
}

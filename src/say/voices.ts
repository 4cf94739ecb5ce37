import { ConfigError } from "@herald/common/environment.ts";
import { prebuiltVoices, type Voice } from "@herald/common/wire/voices.ts";
import type { Config } from "../config.ts";
import { Problem } from "../shared/problem.ts";
import { fold, nearestNames, suggestVoices } from "../speech/text/search-voices.ts";

/** How many of the nearest names a refusal offers. */
const suggestionCount = 3;

/** The voices that members can choose from. */
export class Voices {
	/** By folded name: the prebuilt ones, then the operator's own names. */
	readonly #byName: ReadonlyMap<string, Voice>;
	/** The canonical name of the voice used when nobody has chosen one. */
	readonly default: string;

	/** @throws ConfigError with the nearest names, when the operator's default isn't one of the voices */
	constructor({ defaultVoice, extraVoices }: Pick<Config["speech"], "defaultVoice" | "extraVoices">) {
		const voices = new Map(prebuiltVoices.map((voice) => [fold(voice.name), voice]));
		for (const name of extraVoices) {
			const key = fold(name);
			if (key !== "" && !voices.has(key)) voices.set(key, { name: name.trim() });
		}
		this.#byName = voices;
		const found = this.find(defaultVoice);
		if (!found) {
			const near = this.#nearest(defaultVoice);
			throw new ConfigError(
				`DEFAULT_VOICE must be one of the thirty voices or of SPEECH_VOICES, not "${defaultVoice}". Did you mean ${near.slice(0, -1).join(", ")} or ${near.at(-1)}?`,
			);
		}
		this.default = found.name;
	}

	/** The prebuilt voices, then the operator's own names, without duplicates. */
	get all(): readonly Voice[] {
		return [...this.#byName.values()];
	}

	/** @returns the voice of that name in any case, or undefined */
	find(name: string): Voice | undefined {
		return this.#byName.get(fold(name));
	}

	/**
	 * @param others - names that would do as well, such as presets'
	 * @returns the voice of that name in any case
	 * @throws {@link Problem} `unknown_voice` with the nearest names
	 */
	choose(name: string, others: readonly string[] = []): Voice {
		const voice = this.find(name);
		if (voice) return voice;
		throw new Problem({
			kind: "unknown_voice",
			voice: name,
			suggestions: this.#nearest(name, others),
		});
	}

	/** @returns the voices that a query may mean, the nearest first; see {@link suggestVoices} */
	suggest(query: string, wordsOf?: (voice: Voice) => readonly string[]): readonly Voice[] {
		return suggestVoices(query, this.all, wordsOf);
	}

	#nearest(name: string, others: readonly string[] = []): string[] {
		return nearestNames(name, [...others, ...this.all.map((voice) => voice.name)], suggestionCount);
	}
}

import { type Config, ConfigError } from "../config.ts";
import { findVoice, listVoices, nearestVoices } from "../speech/text/voices.ts";

/** How many of the nearest names the sentence offers. */
const suggestionCount = 3;

/**
 * @returns the canonical name of the operator's default voice, which is written in any case
 * @throws ConfigError with the nearest names, when the service is not known to have such a voice
 */
export const readDefaultVoice = ({
	defaultVoice,
	extraVoices,
}: Pick<Config["speech"], "defaultVoice" | "extraVoices">): string => {
	const voice = findVoice(defaultVoice, extraVoices);
	if (voice) return voice.name;
	const near = nearestVoices(defaultVoice, listVoices(extraVoices), suggestionCount).map(({ name }) => name);
	throw new ConfigError(
		`DEFAULT_VOICE is "${defaultVoice}": it wants one of the thirty voices or of SPEECH_VOICES, perhaps ${near.slice(0, -1).join(", ")} or ${near.at(-1)}.`,
	);
};

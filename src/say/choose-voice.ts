import { Problem } from "../problem.ts";
import { findVoice, listVoices, nearestVoices, type Voice } from "../speech/text/voices.ts";

/** How many of the nearest names a refusal offers. */
const suggestionCount = 3;

/**
 * @param extra - names that the operator lists beyond the thirty prebuilt ones
 * @returns the voice of that name, whatever its case
 * @throws {@link Problem} `unknown_voice` with the nearest names
 */
export const chooseVoice = (name: string, extra: readonly string[]): Voice => {
	const voice = findVoice(name, extra);
	if (voice) return voice;
	throw new Problem({
		kind: "unknown_voice",
		voice: name.slice(0, 50),
		suggestions: nearestVoices(name, listVoices(extra), suggestionCount).map((suggestion) => suggestion.name),
	});
};

/** Run once before all tests: says which of them this machine can't run. */
import { canSpeakNaturally, hasEspeakNg } from "./speech-tools.ts";

export const setup = (): void => {
	if (!canSpeakNaturally)
		console.warn("Left out: natural voices (npm ci --prefix packages/neural, and a voice in PIPER_VOICE).");
	if (!hasEspeakNg) console.warn("Left out: languages that espeak-ng speaks (it isn't on the PATH).");
};

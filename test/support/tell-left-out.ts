/** Runs once before all tests, and says which of them this machine can't run. */

import { canSpeakNaturally, hasEspeakNg } from "@herald/service/testing/speech-tools.ts";
import { serverUrl } from "./databases.ts";

export const setup = (): void => {
	if (!canSpeakNaturally)
		console.warn("Left out: natural voices (npm ci --prefix packages/neural, and a voice in PIPER_VOICE).");
	if (!hasEspeakNg) console.warn("Left out: languages that espeak-ng speaks (it isn't on the PATH).");
	if (serverUrl === undefined)
		console.warn(
			"Left out: programs that meet in PostgreSQL, or lose it (a server where databases may be made, in TEST_DATABASE_URL).",
		);
};

/** Voices and engines of a data folder, for the operator's tools. */
import { espeakProgram, readLanguages } from "../engine/espeak/espeak.ts";
import { findSherpaOnnx } from "../engine/neural/sherpa.ts";
import { checkVoices, listLanguages } from "./cast.ts";
import { readVoicesFile } from "./voice.ts";

export { engineAdvice, findSherpaOnnx } from "../engine/neural/sherpa.ts";
export { findDamage } from "./cast.ts";
export {
	readVoicesFile,
	type VoiceRecord,
	VoicesFileError,
	voicesFilePath,
	voicesFolder,
} from "./voice.ts";

/**
 * @returns the names of the intact voices and the defects of the damaged ones
 * @throws VoicesFileError @throws the system's error
 */
export const inspectVoices = async (dataDir: string) => {
	const { sound, damaged } = await checkVoices(dataDir, readVoicesFile(dataDir));
	return {
		names: sound.map(({ name }) => name),
		/** The base languages of the intact voices. */
		languages: listLanguages(sound),
		damaged,
		hasEngine: findSherpaOnnx() !== undefined,
	};
};

/** @returns the version of this machine's espeak-ng and the number of its base languages; undefined if none answers */
export const inspectEspeak = async () => {
	const facts = await espeakProgram(process.env.PATH ?? "").describe();
	return facts && { version: facts.version, languages: readLanguages(facts.voices).bases().length };
};

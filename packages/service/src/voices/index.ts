/** Voices and engines of a data folder, for the operator's tools. */
export { EspeakProgram } from "../engine/espeak/espeak-program.ts";
export { VoiceList } from "../engine/espeak/voice-list.ts";
export { findSherpaOnnx } from "../engine/neural/sherpa.ts";
export { findDamage, listLanguages, readVoices } from "./read-voices.ts";
export type { InstalledVoice } from "./voice.ts";
export {
	readVoicesFile,
	type VoiceRecord,
	VoicesFileError,
	voicesFilePath,
	voicesFolder,
} from "./voices-file.ts";

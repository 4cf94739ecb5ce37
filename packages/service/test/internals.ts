/** What tests and benches of other programs use of the service's insides. */
export { openFirstKey } from "../src/accounts/accounts.ts";
export { mintCodes, openCodeSecret } from "../src/accounts/redemption-codes.ts";
export { openServiceDatabase } from "../src/config.ts";
export { openEspeak } from "../src/engine/espeak/espeak.ts";
export { compileFlite, recipes, speakPhrase } from "../src/engine/flite/flite.ts";
export { openFlite } from "../src/engine/flite/flite-engine.ts";
export { startModel } from "../src/engine/neural/model-process.ts";
export { findSherpaOnnx } from "../src/engine/neural/sherpa.ts";
export { type EngineVoice, sampleRate } from "../src/engine/speech-engine.ts";
export { type EngineThreads, startThreads } from "../src/engine/threads.ts";
export { writeOut } from "../src/engine/writing/write-out.ts";
export { createService } from "../src/http/service.ts";
export { readVoices } from "../src/voices/cast.ts";
export type { CastSpeaker } from "../src/voices/voice.ts";
export { type VoiceRecord, type VoicesFile, writeVoicesFile } from "../src/voices/voice.ts";

/** The service's internal functions that tests and benchmarks elsewhere use. */
export { openFirstKey } from "../src/accounts/accounts.ts";
export { mintCodes, openCodeSecret } from "../src/accounts/redemption-codes.ts";
export { openServiceDatabase } from "../src/config.ts";
export { compileFlite, speakPhrase } from "../src/engine/flite/flite.ts";
export { findSherpaOnnx } from "../src/engine/neural/sherpa.ts";
export { sampleRate } from "../src/engine/speech-engine.ts";
export { createService } from "../src/http/service.ts";
export { default as prebuilt } from "../src/voices/prebuilt.json" with { type: "json" };
export { type VoiceRecord, type VoicesFile, writeVoicesFile } from "../src/voices/voice.ts";

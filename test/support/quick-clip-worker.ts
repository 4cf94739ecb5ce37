/** The worker's side of Clips, which tests rarely listen to. */
import "./quick-encoder.ts";

export * from "../../src/speech/clips/worker.ts";

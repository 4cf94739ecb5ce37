import { spawnSync } from "node:child_process";
import { openServiceDatabase } from "../src/config.ts";
import { startModel } from "../src/engine/neural/model-process.ts";
import { findSherpaOnnx } from "../src/engine/neural/sherpa.ts";
import { addVoice } from "../src/voices/add-voice.ts";

/**
 * The `.onnx` of a Piper voice that speaks English, with its `.onnx.json` beside it; undefined if `PIPER_VOICE` isn't
 * set.
 */
export const piperVoice = process.env.PIPER_VOICE || undefined;

/** Whether the neural engine can speak here: its library is installed, and `PIPER_VOICE` is set. */
export const canSpeakNaturally = piperVoice !== undefined && findSherpaOnnx() !== undefined;

/** The timeout of tests with natural voices, in ms: models run below the usual priority, so busy programs delay them. */
export const naturalTimeout = 1_200_000;

export const hasEspeakNg = spawnSync("espeak-ng", ["--version"]).status === 0;

/** Adds {@link piperVoice} to a data folder, as `npm run voices -- add` does. */
export const addPiperVoice = async (dataDir: string, name: string): Promise<void> => {
	const database = openServiceDatabase(dataDir);
	try {
		const { signal } = new AbortController();
		const adding = { dataDir, database, startModel, signal, report: () => {} };
		await addVoice({ source: piperVoice as string, name }, adding);
	} finally {
		database.close();
	}
};

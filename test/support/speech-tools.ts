import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** The `.onnx` of a Piper voice that speaks English, with its `.onnx.json` beside it; undefined where there is none. */
const piperVoice = process.env.PIPER_VOICE || undefined;

/** Whether the neural engine can speak here: its library is installed, and there is a voice. */
export const canSpeakNaturally =
	piperVoice !== undefined && existsSync(new URL("../../packages/neural/node_modules", import.meta.url));

/** Whether espeak-ng is on the PATH. */
export const hasEspeakNg = spawnSync("espeak-ng", ["--version"]).status === 0;

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { writeModelSettings } from "./model-settings.ts";

/** The part of sherpa-onnx-node that is used here; the package isn't in the default install. */
export interface SherpaOnnx {
	readonly OfflineTts: {
		createAsync(settings: ReturnType<typeof writeModelSettings>): Promise<OfflineTts>;
	};
}

interface Asked {
	readonly text: string;
	/** Off: samples are copied out of the library's memory. */
	readonly enableExternalBuffer: false;
	/** Called after each sentence. @returns 0 to stop there */
	readonly onProgress: () => 0 | 1;
}

interface Recording {
	readonly referenceAudio: Float32Array;
	readonly referenceSampleRate: number;
}

export interface OfflineTts {
	readonly numSpeakers: number;
	/** In Hz. */
	readonly sampleRate: number;
	generateAsync(
		asked: Asked &
			({ readonly sid: number; readonly speed: number } | { readonly generationConfig: Recording }),
	): Promise<{ readonly samples: Float32Array; readonly sampleRate: number }>;
}

/** Where the engine is added, by `npm ci --prefix packages/neural`. */
const home = new URL("../../../../packages/neural/node_modules/sherpa-onnx-node/", import.meta.url);

/** @returns the engine's folder; undefined where it isn't installed. It may be installed while Herald runs. */
export const findSherpaOnnx = (): string | undefined =>
	existsSync(new URL("package.json", home)) ? fileURLToPath(home) : undefined;

/** Loads the engine: only in a process of its own. @throws when it doesn't fit this machine */
export const loadSherpaOnnx = (library: string): SherpaOnnx => createRequire(import.meta.url)(library);

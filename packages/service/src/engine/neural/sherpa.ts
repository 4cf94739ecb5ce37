import { accessSync, constants, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { InstalledVoice } from "../../voices/voice.ts";

export type ModelSource = Pick<InstalledVoice, "name" | "folder" | "kind" | "files">;

export interface PhraseOrder {
	readonly text: string;
	/** The model's own number for the speaker, from 0. */
	readonly speakerId: number;
	/** The factor of the pitch, and of the formants with it. */
	readonly pitch: number;
	/** The factor of the speed. */
	readonly pace: number;
}

/** The functions of a model's process. */
export interface ModelProgram {
	load(order: { readonly source: ModelSource; readonly library: string }): Promise<{
		/** The model's own sample rate, in Hz. */
		readonly sampleRate: number;
		readonly speakers: number;
		readonly rssBytes: number;
	}>;
	/** @returns a phrase, mono at 24 kHz, without silence at either end; empty if it was stopped or has no sound */
	speak(order: PhraseOrder): Promise<{ readonly samples: Int16Array; readonly rssBytes: number }>;
	/** Stops the phrase that is being spoken, if any: it was aborted, or takes too long. */
	stop(): void;
}

/** Files that belong in sherpa-onnx's general settings, not in the settings of the model's kind. */
const general = new Set(["ruleFsts", "ruleFars"]);

/** How many cores work on a phrase: half of the machine's, at most 4. */
const threadCount = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

export const writeModelSettings = ({ folder, kind, files }: ModelSource) => {
	// The recordings that a model imitates aren't settings: they are passed with each phrase.
	const { recordings: _, ...own } = files;
	// The paths of one kind of files are separated by commas.
	const located = Object.entries(own).map(([what, paths]) => {
		const inFolder = paths.split(",").map((path) => join(folder, path));
		return [what, inFolder.join(",")] as const;
	});
	return {
		model: {
			[kind]: Object.fromEntries(located.filter(([what]) => !general.has(what))),
			numThreads: threadCount,
			provider: "cpu",
			debug: false,
		},
		...Object.fromEntries(located.filter(([what]) => general.has(what))),
		// One sentence at a time, so that a phrase can be stopped between two sentences.
		maxNumSentences: 1,
	};
};

/** The used part of sherpa-onnx-node, which isn't in the default install. */
interface SherpaOnnx {
	readonly OfflineTts: {
		createAsync(settings: ReturnType<typeof writeModelSettings>): Promise<OfflineTts>;
	};
}

/** A recording that a model imitates. */
export interface Recording {
	readonly referenceAudio: Float32Array;
	readonly referenceSampleRate: number;
}

export interface OfflineTts {
	readonly numSpeakers: number;
	/** In Hz. */
	readonly sampleRate: number;
	generateAsync(
		asked: {
			readonly text: string;
			/** False, so that samples are copied out of the library's memory. */
			readonly enableExternalBuffer: false;
			/** Called after each sentence. @returns 0 to stop there */
			readonly onProgress: () => 0 | 1;
		} & ({ readonly sid: number; readonly speed: number } | { readonly generationConfig: Recording }),
	): Promise<{ readonly samples: Float32Array; readonly sampleRate: number }>;
}

/** The folder of the package that depends on the engine. */
const neural = new URL("../../../../neural/", import.meta.url);
/** The engine's folder after `npm ci --prefix packages/neural`. */
const home = new URL("node_modules/sherpa-onnx-node/", neural);

/** @returns the engine's folder; undefined if it isn't installed. It may be installed while Herald runs. */
export const findSherpaOnnx = (): string | undefined =>
	existsSync(new URL("package.json", home)) ? fileURLToPath(home) : undefined;

/** @returns how to add the engine. In a container, that takes a new image. */
export const engineAdvice = (): string =>
	process.env.HERALD_IMAGE
		? "build the image with it: WITH_VOICES=yes in .env, then docker compose up --build --detach"
		: "add it with npm ci --prefix packages/neural";

/** @returns whether this user can add the engine: never in an image */
export const canAddEngine = (): boolean => {
	try {
		accessSync(neural, constants.W_OK);
		return !process.env.HERALD_IMAGE;
	} catch {
		return false;
	}
};

/** Loads the engine; to be called only in a model's process. @throws if the engine doesn't fit this machine */
export const loadSherpaOnnx = (library: string): SherpaOnnx => createRequire(import.meta.url)(library);

import type { EngineSettings } from "@herald/common/environment.ts";
import type { Logger } from "@herald/common/log.ts";
import type { SpokenVoices } from "@herald/common/wire/voices.ts";
import { measure } from "../measures.ts";
import { type LocalVoices, openVoices, readVoices } from "../voices/cast.ts";
import { watchVoices } from "../voices/voice.ts";
import { type Engine, joinEngines } from "./engine.ts";
import { openEspeak } from "./espeak/espeak.ts";
import { openFlite } from "./flite/flite-engine.ts";
import { type ModelProcess, startModel } from "./neural/model-process.ts";
import { createModels, openNeural } from "./neural/models.ts";
import { engineAdvice, findSherpaOnnx, type ModelSource } from "./neural/sherpa.ts";
import { startThreads } from "./threads.ts";

export interface EnginesOptions extends Partial<EngineSettings> {
	/** The service's data folder, which contains the added voices. */
	readonly dataDir: string;
	readonly logger: Logger;
	/** The folders in which espeak-ng is looked for; by default those of PATH. */
	readonly searchPath?: string;
	/** Loads a voice's model. Tests replace it, so that they need no engine. */
	readonly loadModel?: (source: ModelSource) => Promise<ModelProcess>;
	/** Called when the voices have changed. */
	readonly onChange?: ((spoken: SpokenVoices) => void) | undefined;
}

const megabyte = 1024 * 1024;
/** The default memory limit of all natural voices together, in bytes. */
const usualMemoryBytes = 1_024 * megabyte;
/** @returns the voices that can be used: none without their engine, which may be installed later */
const readUsableVoices = async ({ dataDir, logger, loadModel }: EnginesOptions): Promise<LocalVoices> => {
	const voices = await readVoices(dataDir, logger);
	if (voices.installed.length === 0 || loadModel || findSherpaOnnx() !== undefined) return voices;
	logger.warn(
		{ event: "voices_unused", voices: voices.installed.length },
		`natural voices were added, but not the engine for them, so they aren't used: ${engineAdvice()}, and start Herald again`,
	);
	return openVoices([], {});
};

const openModels = ({ logger, memoryBytes = usualMemoryBytes, loadModel }: EnginesOptions) =>
	createModels({
		memoryBytes,
		start: loadModel ?? startModel,
		onLoaded: (voice, rssBytes, ms) =>
			logger.info(
				{ event: "voice_loaded", voice, megabytes: Math.round(rssBytes / megabyte), ms: Math.round(ms) },
				"a voice's model is loaded",
			),
		onDied: (voice, why) =>
			logger.error({ event: "voice_died", voice }, `the model of the voice ${voice} failed: ${why}`),
		onChange: (count, bytes) => measure("voicesLoaded", { count, bytes }),
	});

/**
 * Starts the engines in order of preference: added natural voices, then Flite for English, then espeak-ng if it is
 * installed. Voices and espeak-ng may be added or removed later.
 */
export const startEngines = async (options: EnginesOptions): Promise<Engine> => {
	const { dataDir, logger, defaultLanguage = "en" } = options;
	const threads = await startThreads(undefined, defaultLanguage);
	const neural = openNeural(openModels(options), threads, await readUsableVoices(options), defaultLanguage);
	const reportChange = () => {
		const languages = engine.languages();
		const now = JSON.stringify([...languages]);
		if (now === reported) return;
		reported = now;
		engine.forgetSpoken();
		logger.info({ event: "voices_changed", languages: [...languages.keys()] }, "the voices have changed");
		options.onChange?.(engine.spoken());
	};
	const espeak = await openEspeak(threads, options.searchPath ?? process.env.PATH ?? "", reportChange);
	const engine = joinEngines([neural, openFlite(threads), espeak], async () => {
		watch.close();
		await threads.close();
	});
	// The default language's voice is loaded now, so that the first sentence doesn't wait for it.
	neural.loadHome();
	let reported = JSON.stringify([...engine.languages()]);
	const read = async () => {
		neural.replaceVoices(await readUsableVoices(options));
		reportChange();
	};
	let reading = Promise.resolve();
	const watch = watchVoices(dataDir, () => {
		reading = reading.then(read).catch((error: unknown) => {
			logger.error({ event: "voices_unreadable", err: error }, "the voices couldn't be read");
		});
	});
	return engine;
};

import { orAborted } from "@herald/common/retry.ts";
import type { LocalVoices } from "../../voices/cast.ts";
import type { InstalledVoice, PrebuiltVoiceName } from "../../voices/voice.ts";
import { cutOpening } from "../read-text.ts";
import { type Asker, EngineError, type EngineVoice, type SpeechEngine } from "../speech-engine.ts";
import type { EngineThreads } from "../threads.ts";
import { ModelGoneError, type ModelProcess } from "./model-process.ts";
import type { ModelSource, PhraseOrder } from "./sherpa.ts";

/** The name whose voice is kept loaded, because requests use it by default. */
const firstName = "Kore";

/**
 * Opens the natural voices: models that operators have added, each in its own process.
 *
 * @param home - the language whose default voice `loadHome` loads, and keeps unless other voices need its memory
 */
export const openNeural = (models: Models, threads: EngineThreads, given: LocalVoices, home: string) => {
	let voices = given;
	const loadHome = () => models.keepLoaded(voices.find(firstName, home)?.voice);
	return {
		loadHome,
		/** Replaces the voices; speech in progress continues. */
		replaceVoices: (now: LocalVoices): void => {
			voices = now;
			models.keepOnly(now.installed);
			loadHome();
		},
		languages: () => new Map(voices.languages().map((each) => [each, voices.fingerprint(each)])),
		find: (name: PrebuiltVoiceName, language: string): EngineVoice | undefined => {
			const cast = voices.find(name, language);
			if (!cast) return undefined;
			const { voice, speakerId, pitch, pace } = cast;
			return {
				voice: `neural/${voice.name}${voice.speakers.length > 1 ? `#${speakerId}` : ""}`,
				pitch,
				pace,
				read: async (text, asker, isHeardAtOnce) => {
					const phrases = await threads.read({ text, language, isForFlite: false }, asker);
					// A Piper model makes a whole phrase before its first word is heard.
					return isHeardAtOnce && voice.kind === "vits" ? cutOpening(phrases) : phrases;
				},
				speak: (text, asker) => models.speak(voice, { text, speakerId, pitch, pace }, asker),
			};
		},
		close: () => models.close(),
		// Its callers use more than an engine has.
	} satisfies SpeechEngine & Readonly<Record<string, unknown>>;
};

export type ModelVoice = ModelSource & Pick<InstalledVoice, "bytes" | "fingerprint">;

export interface ModelsOptions {
	/** The memory limit of all models together. A model that alone exceeds it is loaded all the same. */
	readonly memoryBytes: number;
	readonly start: (source: ModelSource) => Promise<ModelProcess>;
	/** How long an idle model stays loaded, in ms. */
	readonly idleMs?: number;
	/** A monotonic clock in ms. */
	readonly now?: () => number;
	readonly onLoaded?: (voice: string, rssBytes: number, ms: number) => void;
	/** Called when a model's process died, or a model couldn't be loaded. */
	readonly onDied?: (voice: string, why: string) => void;
	/** Called with the number of loaded models and their memory in bytes. */
	readonly onChange?: (count: number, bytes: number) => void;
}

interface LoadedModel {
	readonly voice: ModelVoice;
	readonly model: ModelProcess;
	/** Whether the model alone was within the memory limit when it was loaded. */
	readonly fits: boolean;
	lastUsed: number;
	idle: NodeJS.Timeout | undefined;
}

/**
 * How many bytes of memory a model's process needs besides the size of its files, as measured with Piper's voices.
 */
const processBytes = 110 * 1024 * 1024;
/**
 * How long a model isn't loaded after its second death in a row, in ms. Each further death doubles the time, up to
 * `restMaxMs`. A failed load counts as a death.
 */
const restFirstMs = 10_000;
const restMaxMs = 10 * 60_000;

const stops = () => new EngineError("The speech service stops.");

const keyOf = ({ name, fingerprint }: Pick<ModelVoice, "name" | "fingerprint">) => `${name}\n${fingerprint}`;

export type Models = ReturnType<typeof createModels>;

/** Loads models when they are first needed, and keeps as many as fit the memory limit. */
export const createModels = (options: ModelsOptions) => {
	const { memoryBytes, start, idleMs = 10 * 60_000, now = () => performance.now() } = options;
	const models = new Map<string, LoadedModel>();
	const loading = new Map<string, Promise<LoadedModel>>();
	const deaths = new Map<string, { readonly count: number; readonly restUntil: number }>();
	/** Resolves when the last load is over. Loads run one at a time, so that each sees how much memory is left. */
	let previous: Promise<unknown> = Promise.resolve();
	let isClosed = false;
	/** The key of the voice that isn't unloaded for being idle. */
	let keptKey: string | undefined;

	/**
	 * Speaks one phrase, after loading the voice's model if necessary.
	 *
	 * @throws the signal's reason once the signal aborts
	 * @throws EngineError when the model fails or can't be loaded, or isn't loaded for now because it died repeatedly
	 */
	const speak = async (voice: ModelVoice, order: PhraseOrder, asker: Asker): Promise<Int16Array> => {
		for (;;) {
			const loaded = await get(voice, asker.signal);
			try {
				// Starts the phrase at once: from this call on, the model is busy, and isn't ended to make room for
				// another.
				const spoken = loaded.model.speak(order, asker);
				use(loaded);
				const samples = await spoken;
				deaths.delete(keyOf(voice));
				return samples;
			} catch (error) {
				if (!(error instanceof ModelGoneError)) throw error;
			} finally {
				if (isThere(loaded)) use(loaded);
				trim();
				report();
			}
		}
	};

	/** Loads a voice, and keeps it loaded while it is idle, unless other voices need its memory. */
	const keepLoaded = (voice: ModelVoice | undefined) => {
		const before = models.get(keptKey ?? "");
		keptKey = voice && keyOf(voice);
		// Starts the idle timer of the voice that was kept before.
		if (before) use(before);
		// Errors reach those who request the voice's speech.
		if (voice && !models.has(keyOf(voice))) startLoading(voice).catch(() => {});
	};

	/** Ends the models of removed voices. */
	const keepOnly = (voices: readonly ModelVoice[]) => {
		const kept = new Set(voices.map(keyOf));
		for (const [key, loaded] of models) if (!kept.has(key)) void end(loaded);
		for (const key of deaths.keys()) if (!kept.has(key)) deaths.delete(key);
	};

	/** @returns the names of the voices whose models are loaded, the least recently used first */
	const names = () =>
		[...models.values()].sort((a, b) => a.lastUsed - b.lastUsed).map(({ voice }) => voice.name);

	/** Ends all models; a model that is being loaded ends as soon as it is loaded. */
	const close = async () => {
		isClosed = true;
		await Promise.all([...models.values()].map((loaded) => end(loaded)));
	};

	const get = async (voice: ModelVoice, signal: AbortSignal) => {
		for (;;) {
			const loaded = models.get(keyOf(voice)) ?? (await orAborted(startLoading(voice), signal));
			// Before this line runs, the model may have been ended again, to make room for another.
			if (isThere(loaded)) return loaded;
		}
	};

	const isThere = (loaded: LoadedModel) => models.get(keyOf(loaded.voice)) === loaded;

	const startLoading = (voice: ModelVoice) => {
		const key = keyOf(voice);
		const coming = loading.get(key);
		if (coming) return coming;
		const made = previous.then(() => load(voice)).finally(() => loading.delete(key));
		loading.set(key, made);
		// The next load waits for this load, even if this load fails. Errors reach the callers of this load.
		previous = made.catch(() => {});
		return made;
	};

	const load = async (voice: ModelVoice) => {
		const key = keyOf(voice);
		if (isClosed) throw stops();
		const resting = (deaths.get(key)?.restUntil ?? 0) - now();
		if (resting > 0)
			throw new EngineError(
				`The voice ${voice.name} keeps failing: it is tried again in ${Math.ceil(resting / 1_000)} s.`,
			);
		await makeRoom(voice.bytes + processBytes);
		const startedAt = now();
		const model = await start(voice).catch((error: unknown) => {
			countDeath(voice, (error as Error).message);
			throw error;
		});
		if (isClosed) {
			await model.close();
			throw stops();
		}
		const fits = model.rssBytes() <= memoryBytes;
		const loaded: LoadedModel = { voice, model, fits, lastUsed: now(), idle: undefined };
		models.set(key, loaded);
		void model.ended.then((how) => {
			clearTimeout(loaded.idle);
			if (isThere(loaded)) drop(loaded);
			if (how === "died") countDeath(voice, "its process died");
		});
		use(loaded);
		report();
		options.onLoaded?.(voice.name, model.rssBytes(), now() - startedAt);
		return loaded;
	};

	const countDeath = (voice: ModelVoice, why: string) => {
		const count = (deaths.get(keyOf(voice))?.count ?? 0) + 1;
		const restMs = count < 2 ? 0 : Math.min(restMaxMs, restFirstMs * 2 ** (count - 2));
		deaths.set(keyOf(voice), { count, restUntil: now() + restMs });
		options.onDied?.(voice.name, why);
	};

	const use = (loaded: LoadedModel) => {
		loaded.lastUsed = now();
		clearTimeout(loaded.idle);
		loaded.idle = setTimeout(() => {
			if (!loaded.model.isBusy() && keyOf(loaded.voice) !== keptKey) void end(loaded);
		}, idleMs).unref();
	};

	const sum = () => [...models.values()].reduce((sum, { model }) => sum + model.rssBytes(), 0);

	/** @returns the least recently used idle model; undefined if all models are busy */
	const findOldest = () =>
		[...models.values()].filter(({ model }) => !model.isBusy()).sort((a, b) => a.lastUsed - b.lastUsed)[0];

	/** Ends idle models until `bytes` more fit or none is left. While all models speak, waits until one has finished. */
	const makeRoom = async (bytes: number) => {
		while (models.size > 0 && sum() + bytes > memoryBytes) {
			const oldest = findOldest();
			if (oldest) await end(oldest);
			else await Promise.race([...models.values()].map(({ model }) => model.settle()));
		}
	};

	/**
	 * Ends idle models until the others fit the memory limit: models grow while they speak. The last model stays if it
	 * alone exceeded the limit when it was loaded.
	 */
	const trim = () => {
		while (sum() > memoryBytes) {
			const oldest = findOldest();
			if (!oldest || (models.size === 1 && !oldest.fits)) return;
			void end(oldest);
		}
	};

	const drop = (loaded: LoadedModel) => {
		models.delete(keyOf(loaded.voice));
		report();
	};

	const report = () => options.onChange?.(models.size, sum());

	const end = async (loaded: LoadedModel) => {
		clearTimeout(loaded.idle);
		if (isThere(loaded)) drop(loaded);
		await loaded.model.close();
	};
	return { speak, keepLoaded, keepOnly, names, close };
};

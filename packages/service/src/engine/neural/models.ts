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

const usualIdleMs = 10 * 60_000;
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

const keyOf = ({ name, fingerprint }: Pick<ModelVoice, "name" | "fingerprint">): string =>
	`${name}\n${fingerprint}`;

/** Loads models when they are first needed, and keeps as many as fit the memory limit. */
export class Models {
	readonly #options: ModelsOptions;
	readonly #idleMs: number;
	readonly #now: () => number;
	readonly #loaded = new Map<string, LoadedModel>();
	readonly #loading = new Map<string, Promise<LoadedModel>>();
	readonly #deaths = new Map<string, { readonly count: number; readonly restUntil: number }>();
	/** Resolves when the last load is over. Loads run one at a time, so that each sees how much memory is left. */
	#previous: Promise<unknown> = Promise.resolve();
	#closed = false;
	/** The key of the voice that isn't unloaded for being idle. */
	#kept: string | undefined;

	constructor(options: ModelsOptions) {
		this.#options = options;
		this.#idleMs = options.idleMs ?? usualIdleMs;
		this.#now = options.now ?? performance.now.bind(performance);
	}

	/**
	 * Speaks one phrase, after loading the voice's model if necessary.
	 *
	 * @throws the signal's reason once the signal aborts
	 * @throws EngineError when the model fails or can't be loaded, or isn't loaded for now because it died repeatedly
	 */
	async speak(voice: ModelVoice, order: PhraseOrder, asker: Asker): Promise<Int16Array> {
		for (;;) {
			const loaded = await this.#get(voice, asker.signal);
			try {
				// Starts the phrase at once: from this call on, the model is busy, and isn't ended to make room for
				// another.
				const spoken = loaded.model.speak(order, asker);
				this.#use(loaded);
				const samples = await spoken;
				this.#deaths.delete(keyOf(voice));
				return samples;
			} catch (error) {
				if (!(error instanceof ModelGoneError)) throw error;
			} finally {
				if (this.#isThere(loaded)) this.#use(loaded);
				this.#trim();
				this.#report();
			}
		}
	}

	/** Loads a voice, and keeps it loaded while it is idle, unless other voices need its memory. */
	keepLoaded(voice: ModelVoice | undefined): void {
		const before = this.#loaded.get(this.#kept ?? "");
		this.#kept = voice && keyOf(voice);
		// Starts the idle timer of the voice that was kept before.
		if (before) this.#use(before);
		// Errors reach those who request the voice's speech.
		if (voice && !this.#loaded.has(keyOf(voice))) this.#startLoading(voice).catch(() => {});
	}

	/** Ends the models of removed voices. */
	keepOnly(voices: readonly ModelVoice[]): void {
		const kept = new Set(voices.map(keyOf));
		for (const [key, loaded] of this.#loaded) if (!kept.has(key)) void this.#end(loaded);
		for (const key of this.#deaths.keys()) if (!kept.has(key)) this.#deaths.delete(key);
	}

	/** @returns the names of the voices whose models are loaded, the least recently used first */
	names(): string[] {
		return [...this.#loaded.values()].sort((a, b) => a.lastUsed - b.lastUsed).map(({ voice }) => voice.name);
	}

	/** Ends all models; a model that is being loaded ends as soon as it is loaded. */
	async close(): Promise<void> {
		this.#closed = true;
		await Promise.all([...this.#loaded.values()].map((loaded) => this.#end(loaded)));
	}

	async #get(voice: ModelVoice, signal: AbortSignal): Promise<LoadedModel> {
		for (;;) {
			const loaded = this.#loaded.get(keyOf(voice)) ?? (await orAborted(this.#startLoading(voice), signal));
			// Before this line runs, the model may have been ended again, to make room for another.
			if (this.#isThere(loaded)) return loaded;
		}
	}

	#isThere(loaded: LoadedModel): boolean {
		return this.#loaded.get(keyOf(loaded.voice)) === loaded;
	}

	#startLoading(voice: ModelVoice): Promise<LoadedModel> {
		const key = keyOf(voice);
		const coming = this.#loading.get(key);
		if (coming) return coming;
		const loading = this.#previous.then(() => this.#load(voice)).finally(() => this.#loading.delete(key));
		this.#loading.set(key, loading);
		// The next load waits for this load, even if this load fails. Errors reach the callers of this load.
		this.#previous = loading.catch(() => {});
		return loading;
	}

	async #load(voice: ModelVoice): Promise<LoadedModel> {
		const key = keyOf(voice);
		if (this.#closed) throw stops();
		const resting = (this.#deaths.get(key)?.restUntil ?? 0) - this.#now();
		if (resting > 0)
			throw new EngineError(
				`The voice ${voice.name} keeps failing: it is tried again in ${Math.ceil(resting / 1_000)} s.`,
			);
		await this.#makeRoom(voice.bytes + processBytes);
		const startedAt = this.#now();
		const model = await this.#options.start(voice).catch((error: unknown) => {
			this.#countDeath(voice, (error as Error).message);
			throw error;
		});
		if (this.#closed) {
			await model.close();
			throw stops();
		}
		const fits = model.rssBytes() <= this.#options.memoryBytes;
		const loaded: LoadedModel = { voice, model, fits, lastUsed: this.#now(), idle: undefined };
		this.#loaded.set(key, loaded);
		void model.ended.then((how) => {
			clearTimeout(loaded.idle);
			if (this.#isThere(loaded)) this.#drop(loaded);
			if (how === "died") this.#countDeath(voice, "its process died");
		});
		this.#use(loaded);
		this.#report();
		this.#options.onLoaded?.(voice.name, model.rssBytes(), this.#now() - startedAt);
		return loaded;
	}

	#countDeath(voice: ModelVoice, why: string): void {
		const count = (this.#deaths.get(keyOf(voice))?.count ?? 0) + 1;
		const restMs = count < 2 ? 0 : Math.min(restMaxMs, restFirstMs * 2 ** (count - 2));
		this.#deaths.set(keyOf(voice), { count, restUntil: this.#now() + restMs });
		this.#options.onDied?.(voice.name, why);
	}

	#use(loaded: LoadedModel): void {
		loaded.lastUsed = this.#now();
		clearTimeout(loaded.idle);
		loaded.idle = setTimeout(() => {
			if (!loaded.model.isBusy() && keyOf(loaded.voice) !== this.#kept) void this.#end(loaded);
		}, this.#idleMs).unref();
	}

	#sum(): number {
		return [...this.#loaded.values()].reduce((sum, { model }) => sum + model.rssBytes(), 0);
	}

	/** @returns the least recently used idle model; undefined if all models are busy */
	#findOldest(): LoadedModel | undefined {
		return [...this.#loaded.values()]
			.filter(({ model }) => !model.isBusy())
			.sort((a, b) => a.lastUsed - b.lastUsed)[0];
	}

	/** Ends idle models until `bytes` more fit or none is left. While all models speak, waits until one has finished. */
	async #makeRoom(bytes: number): Promise<void> {
		while (this.#loaded.size > 0 && this.#sum() + bytes > this.#options.memoryBytes) {
			const oldest = this.#findOldest();
			if (oldest) await this.#end(oldest);
			else await Promise.race([...this.#loaded.values()].map(({ model }) => model.settle()));
		}
	}

	/**
	 * Ends idle models until the others fit the memory limit: models grow while they speak. The last model stays if it
	 * alone exceeded the limit when it was loaded.
	 */
	#trim(): void {
		while (this.#sum() > this.#options.memoryBytes) {
			const oldest = this.#findOldest();
			if (!oldest || (this.#loaded.size === 1 && !oldest.fits)) return;
			void this.#end(oldest);
		}
	}

	#drop(loaded: LoadedModel): void {
		this.#loaded.delete(keyOf(loaded.voice));
		this.#report();
	}

	#report(): void {
		this.#options.onChange?.(this.#loaded.size, this.#sum());
	}

	async #end(loaded: LoadedModel): Promise<void> {
		clearTimeout(loaded.idle);
		if (this.#isThere(loaded)) this.#drop(loaded);
		await loaded.model.close();
	}
}

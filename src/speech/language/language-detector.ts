import { fileURLToPath } from "node:url";
import { within } from "@herald/common/race.ts";
import { baseLanguage } from "@herald/common/wire/languages.ts";
import { Piscina } from "piscina";

/** More of a text tells no more of its language. */
const tellingCharacters = 1_000;
/** What a thread with its tables takes in memory is freed when it isn't needed for so long, in ms. */
const idleMs = 10 * 60_000;
/** Of the tables: more would be a fault. In megabytes. */
const heapMegabytes = 64;
/** An interaction has three seconds, in ms: without an answer until then, settings decide. */
const defaultPatienceMs = 1_500;

/** Finds out which language texts are in, in a thread that is started when it is first needed. */
export class LanguageDetector {
	readonly #patienceMs: number;
	#pool: Piscina | undefined;

	/** @param patienceMs - how long one text may take */
	constructor(patienceMs = defaultPatienceMs) {
		this.#patienceMs = patienceMs;
	}

	/** @returns the base language of a text, if that is sure and found out in time */
	readonly detect = async (text: string): Promise<string | undefined> => {
		this.#pool ??= new Piscina({
			filename: fileURLToPath(new URL("./worker.ts", import.meta.url)),
			minThreads: 0,
			maxThreads: 1,
			idleTimeout: idleMs,
			resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
		});
		// Not aborted when it takes too long: the thread would end, and the next text would wait for another.
		const found: Promise<string | undefined> = this.#pool.run(text.slice(0, tellingCharacters));
		const language = await within(this.#patienceMs, found).catch(() => undefined);
		return language === undefined ? undefined : baseLanguage(language);
	};

	/** Stops the thread. */
	async close(): Promise<void> {
		await this.#pool?.close({ force: true });
	}
}

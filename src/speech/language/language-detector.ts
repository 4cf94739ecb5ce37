import { fileURLToPath } from "node:url";
import { FairQueue } from "@herald/common/fair-queue.ts";
import { orAborted } from "@herald/common/retry.ts";
import { baseLanguage } from "@herald/common/wire/languages.ts";
import { Piscina } from "piscina";
import type { Party } from "../../shared/party.ts";

/** A longer sample tells no more. */
const sampleCharacters = 1_000;
/** A thread without a task for this long ends and frees the memory of its tables, in ms. */
const idleMs = 10 * 60_000;
/** Far more than the detector's tables take. */
const heapMegabytes = 64;
/** How long to wait for a detection before settings decide, in ms. An interaction must be answered within 3 s. */
const defaultPatienceMs = 1_500;

/** Detects the languages of texts, for the parties in turn, in a thread that is started when first needed. */
export class LanguageDetector {
	readonly #patienceMs: number;
	readonly #queue = new FairQueue<Party>({ mayBegin: (running) => running === 0, perOwner: 1 });
	#pool: Piscina | undefined;

	/** @param patienceMs - the longest wait for one text */
	constructor(patienceMs = defaultPatienceMs) {
		this.#patienceMs = patienceMs;
	}

	/** @returns the base language of a text; undefined if it isn't sure or takes too long */
	readonly detect = async (text: string, party: Party): Promise<string | undefined> => {
		const late = AbortSignal.timeout(this.#patienceMs);
		const language = await orAborted(this.#run(text.slice(0, sampleCharacters), party, late), late).catch(
			() => undefined,
		);
		return language === undefined ? undefined : baseLanguage(language);
	};

	/** A text whose time is over before its turn isn't run. */
	async #run(text: string, party: Party, late: AbortSignal): Promise<string | undefined> {
		const release = await this.#queue.acquire(party, late);
		this.#pool ??= new Piscina({
			filename: fileURLToPath(new URL("./worker.ts", import.meta.url)),
			minThreads: 0,
			maxThreads: 1,
			idleTimeout: idleMs,
			resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
		});
		// Not aborted if it takes too long: that would end the thread, and the next text would wait for a new one.
		return this.#pool.run(text).finally(release);
	}

	/** Stops the thread. */
	async close(): Promise<void> {
		await this.#pool?.close({ force: true });
	}
}

import { fileURLToPath } from "node:url";
import { FairQueue } from "@herald/common/fair-queue.ts";
import { orAborted } from "@herald/common/retry.ts";
import { baseLanguage } from "@herald/common/wire/languages.ts";
import { Piscina } from "piscina";
import type { Party } from "../../shared/party.ts";

/** More of a text tells no more of its language. */
const sampleCharacters = 1_000;
/** After so long without a task, in ms, the thread with its tables ends, and its memory is freed. */
const idleMs = 10 * 60_000;
/** Memory of the tables in megabytes: more would be a fault. */
const heapMegabytes = 64;
/** An interaction has three seconds, in ms: without an answer until then, settings decide. */
const defaultPatienceMs = 1_500;

/** Finds out which language texts are in, for the parties in turn, in a thread that is started when it is first needed. */
export class LanguageDetector {
	readonly #patienceMs: number;
	readonly #queue = new FairQueue<Party>({ mayBegin: (running) => running === 0, perOwner: 1 });
	#pool: Piscina | undefined;

	/** @param patienceMs - how long one text may take */
	constructor(patienceMs = defaultPatienceMs) {
		this.#patienceMs = patienceMs;
	}

	/** @returns the base language of a text, if that is sure and found out in time */
	readonly detect = async (text: string, party: Party): Promise<string | undefined> => {
		const late = AbortSignal.timeout(this.#patienceMs);
		const language = await orAborted(this.#run(text.slice(0, sampleCharacters), party, late), late).catch(
			() => undefined,
		);
		return language === undefined ? undefined : baseLanguage(language);
	};

	/** A text that is late doesn't begin any more. */
	async #run(text: string, party: Party, late: AbortSignal): Promise<string | undefined> {
		const release = await this.#queue.acquire(party, late);
		this.#pool ??= new Piscina({
			filename: fileURLToPath(new URL("./worker.ts", import.meta.url)),
			minThreads: 0,
			maxThreads: 1,
			idleTimeout: idleMs,
			resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
		});
		// Not aborted when it takes too long: the thread would end, and the next text would wait for another.
		return this.#pool.run(text).finally(release);
	}

	/** Stops the thread. */
	async close(): Promise<void> {
		await this.#pool?.close({ force: true });
	}
}

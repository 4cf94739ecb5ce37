import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import type { DocumentReading } from "./read-document.ts";

/** What a thread takes in memory is freed when it isn't needed for so long, in ms. */
const idleMs = 60_000;
/** Far more than what the longest file takes, in megabytes. */
const heapMegabytes = 128;
/** No honest file takes so long, in ms. */
const patienceMs = 2_000;

/** Reads text files in a thread that is started when it is first needed. */
export class DocumentReader {
	readonly #patienceMs: number;
	#pool: Piscina | undefined;

	/** @param patience - how long a file's markup may take, in ms */
	constructor(patience = patienceMs) {
		this.#patienceMs = patience;
	}

	/** @returns a file's words; as plain text where its markup takes too long */
	async read(bytes: Uint8Array, name: string): Promise<DocumentReading> {
		this.#pool ??= new Piscina({
			filename: fileURLToPath(new URL("./worker.ts", import.meta.url)),
			minThreads: 0,
			maxThreads: 1,
			idleTimeout: idleMs,
			resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
		});
		const signal = AbortSignal.timeout(this.#patienceMs);
		try {
			return await this.#pool.run({ bytes, name, asPlain: false }, { signal });
		} catch {
			return await this.#pool.run({ bytes, name, asPlain: true });
		}
	}

	/** Stops the thread. */
	async close(): Promise<void> {
		await this.#pool?.close({ force: true });
	}
}

import { fileURLToPath } from "node:url";
import { FairQueue } from "@herald/common/fair-queue.ts";
import { Piscina } from "piscina";
import type { DocumentReading } from "./read-document.ts";

/** After so long without a task, in ms, a thread ends, and its memory is freed. */
const idleMs = 60_000;
/** Far more than what the longest file takes, in megabytes. */
const heapMegabytes = 128;

/** How long markup may take, in ms, and for each byte: several times what a book takes. */
const [markupMs, markupMsPerByte] = [1_000, 0.0025];

/** Reads text files in a thread that is started when it is first needed, one after the other, for the guilds in turn. */
export class DocumentReader {
	readonly #turns = new FairQueue<string>({ mayBegin: (running) => running === 0, perOwner: 1 });
	#pool: Piscina | undefined;

	/** @returns a file's words; as plain text where its markup takes too much memory or time */
	read(bytes: Uint8Array, name: string, guildId: string, maxCharacters: number): Promise<DocumentReading> {
		this.#pool ??= new Piscina({
			filename: fileURLToPath(new URL("./read-document.ts", import.meta.url)),
			minThreads: 0,
			maxThreads: 1,
			idleTimeout: idleMs,
			resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
		});
		const pool = this.#pool;
		const run = (bytes: Uint8Array, asPlain: boolean, signal: AbortSignal | null = null) =>
			pool.run({ bytes, name, asPlain, maxCharacters }, { name: "readDocument", signal });
		const maxMs = Math.ceil(markupMs + bytes.length * markupMsPerByte);
		return this.#turns.run(guildId, async () => {
			// Starts the thread where it has ended: that is no markup's time.
			await run(Buffer.alloc(0), true);
			return run(bytes, false, AbortSignal.timeout(maxMs)).catch(() => run(bytes, true));
		});
	}

	/** Stops the thread. */
	async close(): Promise<void> {
		await this.#pool?.close({ force: true });
	}
}

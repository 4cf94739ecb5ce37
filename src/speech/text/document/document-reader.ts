import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import { Tickets } from "../../traffic/tickets.ts";
import type { DocumentReading } from "./read-document.ts";

/** What a thread takes in memory is freed when it isn't needed for so long, in ms. */
const idleMs = 60_000;
/** Far more than what the longest file takes, in megabytes. */
const heapMegabytes = 128;
/** Reads text files in a thread that is started when it is first needed. */
export class DocumentReader {
	readonly #tickets = new Tickets();
	#pool: Piscina | undefined;

	/**
	 * Files of one guild are read one after the other, so that those of another wait for no more than one of them.
	 *
	 * @returns a file's words; as plain text where its markup takes too much memory
	 */
	async read(bytes: Uint8Array, name: string, guildId: string): Promise<DocumentReading> {
		const ticket = this.#tickets.take(guildId);
		this.#pool ??= new Piscina({
			filename: fileURLToPath(new URL("./worker.ts", import.meta.url)),
			minThreads: 0,
			maxThreads: 1,
			idleTimeout: idleMs,
			resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
		});
		const pool = this.#pool;
		await ticket.before;
		try {
			return await pool.run({ bytes, name, asPlain: false });
		} catch {
			return await pool.run({ bytes, name, asPlain: true });
		} finally {
			ticket.end();
		}
	}

	/** Stops the thread. */
	async close(): Promise<void> {
		await this.#pool?.close({ force: true });
	}
}

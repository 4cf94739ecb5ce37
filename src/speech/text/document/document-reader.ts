import { setTimeout } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { queueLongTexts } from "../../../shared/long-texts.ts";
import type { Party } from "../../../shared/party.ts";
import { poolOfOne } from "../../../shared/pool-of-one.ts";
import type { DocumentReading } from "./read-document.ts";

/** How long the thread may be without a task, in ms, before it ends and frees its memory. */
const idleMs = 60_000;
/** The thread's memory limit: far more than the longest file takes. */
const heapMegabytes = 128;

/**
 * How long a thread may work on a file's markup, in ms: `markupMs`, plus `markupMsPerByte` for each byte of the file.
 * That is several times what a book takes.
 */
const [markupMs, markupMsPerByte] = [1_000, 0.0025];

/** Aborts `limit` when a thread has used `maxMs` of processor time. Waiting for a busy machine doesn't count. */
const limitWork = async (thread: Worker, maxMs: number, limit: AbortController): Promise<void> => {
	const before = await thread.cpuUsage();
	for (let restMs = maxMs; restMs > 0; ) {
		await setTimeout(restMs, undefined, { signal: limit.signal });
		const { user, system } = await thread.cpuUsage(before);
		restMs = maxMs - (user + system) / 1_000;
	}
	limit.abort();
};

/** Reads text files one after the other, for the parties in turn, in a thread that is started when first needed. */
export class DocumentReader {
	readonly #turns = queueLongTexts();
	readonly #pool = poolOfOne(new URL("./read-document.ts", import.meta.url), idleMs, heapMegabytes);

	/**
	 * Reads a file's words. If its markup takes too much memory or time, the file is read as plain text.
	 *
	 * @throws {@link Problem} `too_fast` if too many files wait
	 */
	read(bytes: Uint8Array, name: string, party: Party, maxCharacters: number): Promise<DocumentReading> {
		const pool = this.#pool;
		const run = (bytes: Uint8Array, asPlain: boolean, signal: AbortSignal | null = null) =>
			pool.run({ bytes, name, asPlain, maxCharacters }, { name: "readDocument", signal });
		return this.#turns.run(party, async () => {
			// Starts the thread if it has ended, so that the time limit below doesn't include the start.
			await run(Buffer.alloc(0), true);
			const limit = new AbortController();
			const maxMs = markupMs + bytes.length * markupMsPerByte;
			// `limitWork` fails if the thread ends. The thread's task is then rejected anyway.
			if (pool.threads[0]) limitWork(pool.threads[0], maxMs, limit).catch(() => {});
			const read = run(bytes, false, limit.signal).finally(() => limit.abort());
			return read.catch(() => run(bytes, true));
		});
	}

	async close(): Promise<void> {
		await this.#pool.close({ force: true });
	}
}

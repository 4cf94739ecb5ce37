import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { unpackClip } from "@herald/common/audio/clip.ts";
import { FairQueue } from "@herald/common/fair-queue.ts";
import { Piscina } from "piscina";
import type { Party } from "../../shared/party.ts";
import {
	type ClipReading,
	type EncodedPackets,
	endOfStream,
	type ReadStream,
	type StreamNews,
	type StreamReader,
} from "./clip-reading.ts";
import type * as tasks from "./worker.ts";

type Tasks = typeof tasks;

/** How many tasks a thread takes at once. They run a step each in turn, so that a short one isn't held up. */
const tasksPerThread = 3;

/** How many streams a thread reads beside its tasks. Streams mostly wait for bytes. */
const streamsPerThread = 8;
/** How many streams of one guild: one that is played, and one that was skipped and is read to its end. */
const streamsPerThreadAndGuild = 2;

/** The threads in which Clips are made and cached. */
export class ClipThreads {
	readonly count: number;
	readonly #pool: Piscina;
	/** The callbacks for encoded packets, by the number of the answer that is being read. */
	readonly #reading = new Map<number, (encoded: EncodedPackets) => void>();
	#answers = 0;
	/** Limits the streams of each party. None waits: without room, `readStream` returns undefined. */
	readonly #streams: FairQueue<Party>;

	/** Starts the threads, by default cores − 1 and at least one; they warm up on their own. */
	constructor(
		count = Math.max(1, availableParallelism() - 1),
		worker = new URL("./worker.ts", import.meta.url),
	) {
		this.count = count;
		this.#streams = new FairQueue({
			mayBegin: (running) => running < count * streamsPerThread,
			perOwner: count * streamsPerThreadAndGuild,
		});
		this.#pool = new Piscina({
			filename: fileURLToPath(worker),
			minThreads: count,
			maxThreads: count,
			concurrentTasksPerWorker: tasksPerThread + streamsPerThread,
		});
		this.#pool.on("message", (message: EncodedPackets) => this.#reading.get(message.answer)?.(message));
	}

	/** The most tasks that run at once in all threads. */
	get tasksMax(): number {
		return this.count * tasksPerThread;
	}

	/** @param moved - buffers and ports that are transferred, and must not be used afterwards */
	run<Name extends keyof Tasks>(
		name: Name,
		task: Parameters<Tasks[Name]>[0],
		moved: readonly (ArrayBuffer | MessagePort)[] = [],
	): Promise<Awaited<ReturnType<Tasks[Name]>>> {
		return this.#pool.run(task, { name, transferList: [...moved] });
	}

	/** Turns an answer into a Clip. @param onEncoded - called with packets while the rest is being encoded */
	async readAnswer(
		task: Omit<Parameters<Tasks["readClip"]>[0], "answer">,
		moved: readonly ArrayBuffer[],
		onEncoded: (encoded: EncodedPackets) => void,
	) {
		const answer = this.#answers++;
		this.#reading.set(answer, onEncoded);
		try {
			return await this.run("readClip", { ...task, answer }, moved);
		} finally {
			this.#reading.delete(answer);
		}
	}

	/** Turns a streamed answer into a Clip, see {@link StreamReader}. */
	readStream(...[party, task, onPackets]: Parameters<StreamReader>): ReadStream | undefined {
		if (!this.#streams.mayBegin(party)) return undefined;
		const { port1, port2 } = new MessageChannel();
		const read = Promise.withResolvers<ClipReading>();
		port1.on("message", (news: StreamNews) => {
			if (news.kind === "heard") onPackets(unpackClip(news.packed).packets, news.heard);
			else read.resolve(news.reading);
		});
		this.run("readStream", { ...task, port: port2 }, [port2]).catch(read.reject);
		const reading = this.#streams.run(party, () => read.promise).finally(() => port1.close());
		// Copied, because the bytes may share their buffer with others.
		const write = (bytes: Uint8Array) => {
			const chunk = new Uint8Array(bytes);
			port1.postMessage(chunk, [chunk.buffer]);
		};
		return { write, end: () => port1.postMessage(endOfStream), reading };
	}

	/** Stops the threads once they have finished their work. */
	close(): Promise<void> {
		return this.#pool.close({ force: true });
	}
}

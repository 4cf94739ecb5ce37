import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import type { EncodedPackets } from "./clip-reading.ts";
import type * as tasks from "./worker.ts";

type Tasks = typeof tasks;

/** Tasks that a thread works on at once, a step of each in turn: a short one isn't behind a long one. */
const tasksPerThread = 3;

/** The threads in which Clips are made and cached. */
export class ClipThreads {
	readonly count: number;
	readonly #pool: Piscina;
	/** Called with the packets of answers that are being read. */
	readonly #reading = new Map<number, (encoded: EncodedPackets) => void>();
	#answers = 0;

	/** Starts the threads, by default cores − 1 and at least one; they warm up on their own. */
	constructor(count = Math.max(1, availableParallelism() - 1)) {
		this.count = count;
		this.#pool = new Piscina({
			filename: fileURLToPath(new URL("./worker.ts", import.meta.url)),
			minThreads: count,
			maxThreads: count,
			concurrentTasksPerWorker: tasksPerThread,
		});
		this.#pool.on("message", (message: EncodedPackets) => this.#reading.get(message.answer)?.(message));
	}

	/** Tasks that run at once, in all threads. */
	get tasksMax(): number {
		return this.count * tasksPerThread;
	}

	/** @param moved - buffers that are transferred, and must not be used afterwards */
	run<Name extends keyof Tasks>(
		name: Name,
		task: Parameters<Tasks[Name]>[0],
		moved: readonly ArrayBuffer[] = [],
	): Promise<Awaited<ReturnType<Tasks[Name]>>> {
		return this.#pool.run(task, { name, transferList: [...moved] });
	}

	/** Turns an answer into a Clip. @param onEncoded - called with packets while the rest is being encoded */
	async readAnswer(
		task: Omit<Parameters<Tasks["readClip"]>[0], "answer">,
		moved: readonly ArrayBuffer[],
		onEncoded: (encoded: EncodedPackets) => void,
	) {
		this.#answers += 1;
		const answer = this.#answers;
		this.#reading.set(answer, onEncoded);
		try {
			return await this.run("readClip", { ...task, answer }, moved);
		} finally {
			this.#reading.delete(answer);
		}
	}

	/** Stops the threads once they have finished their work. */
	close(): Promise<void> {
		return this.#pool.close({ force: true });
	}
}

import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import type { SoundFile } from "../audio/sound-file.ts";
import type { ClipReading, PackedClip, WorkerSettings } from "./worker.ts";

/** The threads that make Clips out of answers, and keep them. */
export class ClipWorkers {
	readonly #pool: Piscina;

	/** Starts the threads; they warm up on their own. */
	constructor(settings: WorkerSettings) {
		const threads = Math.max(1, availableParallelism() - 1);
		this.#pool = new Piscina({
			filename: fileURLToPath(new URL("./worker.ts", import.meta.url)),
			workerData: settings,
			minThreads: threads,
			maxThreads: threads,
		});
	}

	/** @returns the first of `keys` that was made before; a damaged cache is a miss */
	findClip(keys: readonly string[]): Promise<(PackedClip & { readonly key: string }) | undefined> {
		return this.#pool.run(keys, { name: "findClip" });
	}

	/**
	 * Makes the Clip of a 200 and keeps it under `key`.
	 *
	 * @param bytes - the answer's body; it is moved away and must not be used afterwards
	 */
	readClip(bytes: Uint8Array<ArrayBuffer>, key: string): Promise<ClipReading> {
		return this.#pool.run({ bytes, key }, { name: "readClip", transferList: [bytes.buffer] });
	}

	/** Makes one Clip of a Line's halves and keeps it under `key`. */
	joinHalves(halves: readonly Uint8Array[], key: string): Promise<PackedClip> {
		return this.#pool.run({ halves, key }, { name: "joinHalves" });
	}

	/** Writes packed Clips as one Ogg file. */
	writeFile(clips: readonly Uint8Array[]): Promise<SoundFile> {
		return this.#pool.run(clips, { name: "writeFile" });
	}

	/** Ends the threads once what they are doing is done. */
	async close(): Promise<void> {
		await this.#pool.close({ force: true });
	}
}

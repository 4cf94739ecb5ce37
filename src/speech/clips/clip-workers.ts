import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { PackedClip } from "@herald/common/audio/clip.ts";
import type { Derivation } from "@herald/common/audio/derive-clip.ts";
import { GrowingClip, type Sound } from "@herald/common/audio/growing-clip.ts";
import { measurePacked, packedSound, unpackClip } from "@herald/common/audio/pack.ts";
import type { SoundFile } from "@herald/common/audio/sound-file.ts";
import { FairQueue } from "@herald/common/fair-queue.ts";
import { Piscina } from "piscina";
import type { FilePart } from "../spoken.ts";
import type { CacheSettings, CacheTrouble } from "./cache-settings.ts";
import { ClipCache } from "./clip-cache.ts";
import { ClipMemory } from "./clip-memory.ts";
import type { ClipReading, EncodedPackets } from "./clip-reading.ts";
import type * as tasks from "./worker.ts";

type FoundClip = PackedClip & { readonly key: string };

/** What is kept in memory alone: about 17 minutes of speech. */
const memoryBytes = 8_000_000;

/** Tasks of several guilds that a thread works on at once, a step of each in turn: a short one isn't behind a long one. */
const tasksPerThread = 3;

/**
 * The worker threads that turn answers into Clips and cache them, for the guilds in turn. What is cached is found on the event loop, in far less
 * than a millisecond: it never waits for what the threads make.
 */
export class ClipWorkers {
	readonly #pool: Piscina;
	/** By guild: what one asks for takes each thread once at most. */
	readonly #turns: FairQueue<string>;
	readonly #cache: ClipCache;
	/** Clips on their way to the cache count as cached. */
	readonly #keeping = new Map<string, PackedClip>();
	readonly #memory = new ClipMemory(memoryBytes);
	/** Told of the packets of answers that are being read. */
	readonly #reading = new Map<number, (encoded: EncodedPackets) => void>();
	#answers = 0;

	/** Starts the threads; they warm up on their own. */
	constructor(settings: CacheSettings, onTrouble: (trouble: CacheTrouble) => void = () => {}) {
		this.#cache = new ClipCache(settings.cacheFile, settings.cacheBytes, () =>
			onTrouble({ kind: "damaged" }),
		);
		const threads = Math.max(1, availableParallelism() - 1);
		this.#pool = new Piscina({
			filename: fileURLToPath(new URL("./worker.ts", import.meta.url)),
			workerData: settings,
			minThreads: threads,
			maxThreads: threads,
			concurrentTasksPerWorker: tasksPerThread,
		});
		this.#turns = new FairQueue({
			mayBegin: (running) => running < threads * tasksPerThread,
			perOwner: threads,
		});
		this.#pool.on("message", (message: EncodedPackets | CacheTrouble) => {
			if (message.kind === "encoded") this.#reading.get(message.answer)?.(message);
			else onTrouble(message);
		});
	}

	#run(guildId: string, name: keyof typeof tasks, task: unknown, moved: readonly ArrayBuffer[] = []) {
		return this.#turns.run(guildId, () => this.#pool.run(task, { name, transferList: [...moved] }));
	}

	/** @returns the first of `keys` that is cached, in memory or on disk; a damaged cache is a miss */
	async findClip(guildId: string, keys: readonly string[]): Promise<FoundClip | undefined> {
		return this.#findKeeping(keys) ?? this.#findOnDisk(guildId, keys);
	}

	#findOnDisk(guildId: string, keys: readonly string[]): FoundClip | undefined {
		try {
			const found = this.#cache.find(keys, Date.now());
			if (!found) return undefined;
			const { key, isStale } = found;
			// Of its own: what SQLite gives may lie in a buffer with others.
			const packed = new Uint8Array(found.packed);
			if (isStale) this.#run(guildId, "touchClip", key).catch(() => {});
			return { key, packed, durationMs: measurePacked(packed) };
		} catch {
			return undefined;
		}
	}

	#findKeeping(keys: readonly string[]): FoundClip | undefined {
		for (const key of keys) {
			const clip = this.#keeping.get(key);
			if (clip) return { key, packed: clip.packed, durationMs: clip.durationMs };
		}
		return this.#memory.find(keys);
	}

	/**
	 * Makes the Clip of a 200.
	 *
	 * @param bytes - the answer's body, which is transferred and must not be used afterwards
	 * @param maxSeconds - of sound; an answer with more is a bad response
	 * @param onSound - given the sound while it is still being encoded, and how long all of it is, in ms. Not called for
	 * what is encoded at once
	 */
	async readClip(
		guildId: string,
		bytes: Uint8Array<ArrayBuffer>,
		maxSeconds: number,
		onSound: (sound: Sound, durationMs: number) => void,
	): Promise<ClipReading> {
		this.#answers += 1;
		const answer = this.#answers;
		const sound = new GrowingClip();
		this.#reading.set(answer, ({ packed }) => {
			const { packets, durationMs } = unpackClip(packed);
			const isFirst = sound.packets.length === 0;
			sound.add(packets);
			if (isFirst) onSound(sound, durationMs);
		});
		try {
			const task = { bytes, maxSeconds, answer };
			const reading: ClipReading = await this.#run(guildId, "readClip", task, [bytes.buffer]);
			if (reading.kind === "clip" && sound.packets.length > 0) sound.end(packedSound(reading.packed));
			return reading;
		} finally {
			this.#reading.delete(answer);
			sound.end();
		}
	}

	/** Makes a Clip of another pace or volume. */
	deriveClip(guildId: string, packed: Uint8Array, derivation: Derivation): Promise<PackedClip> {
		return this.#run(guildId, "derive", { packed, derivation });
	}

	/** Makes one Clip of a Line's pieces. */
	joinPieces(guildId: string, pieces: readonly Uint8Array[]): Promise<PackedClip> {
		return this.#run(guildId, "joinPieces", pieces);
	}

	/** Caches a Clip under `key`. Nobody waits for it: the listener already has the Clip. */
	keepClip(guildId: string, key: string, clip: PackedClip): void {
		this.#keeping.set(key, clip);
		const done = () => {
			if (this.#keeping.get(key) === clip) this.#keeping.delete(key);
		};
		this.#run(guildId, "keepClip", { key, packed: clip.packed }).then(done, done);
	}

	/** Keeps a Clip under `key` in memory, for a while. */
	keepInMemory(key: string, clip: PackedClip): void {
		this.#memory.keep(key, clip);
	}

	/** Writes packed Clips as one Ogg file. */
	writeFile(
		guildId: string,
		parts: readonly FilePart[],
		comments: readonly string[] = [],
	): Promise<SoundFile> {
		// In one buffer that is handed over: a thousand would be cloned for many milliseconds.
		const all = new Uint8Array(parts.reduce((sum, { packed }) => sum + packed.length, 0));
		let end = 0;
		const bare = parts.map(({ packed, pauseMs }) => {
			const start = end;
			end += packed.length;
			all.set(packed, start);
			return { packed: all.subarray(start, end), pauseMs };
		});
		return this.#run(guildId, "writeFile", { parts: bare, comments }, [all.buffer]);
	}

	/** Stops the threads once they have finished their work. */
	async close(): Promise<void> {
		await this.#pool.close({ force: true });
		this.#cache.close();
	}
}

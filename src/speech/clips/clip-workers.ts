import {
	GrowingClip,
	measurePacked,
	type PackedClip,
	packedSound,
	type Sound,
	type SoundFile,
	unpackClip,
} from "@herald/common/audio/clip.ts";
import type { Derivation } from "@herald/common/audio/derive-clip.ts";
import { FairQueue } from "@herald/common/fair-queue.ts";
import { Recent } from "@herald/common/recent.ts";
import type { Party } from "../../shared/party.ts";
import { UnderWay } from "../../shared/under-way.ts";
import type { FilePart } from "../spoken.ts";
import { type CacheSettings, type CacheTrouble, ClipCache } from "./clip-cache.ts";
import type { ClipReading, EncodedPackets, ReadStream, StreamReader } from "./clip-reading.ts";
import { ClipThreads } from "./clip-threads.ts";

type FoundClip = PackedClip & { readonly key: string };

/** The size of the cache that is only in memory: about 17 minutes of speech. */
const memoryBytes = 8_000_000;

/**
 * Makes and caches Clips in threads, for the parties in turn. Cached Clips are looked up on the event loop, which takes
 * far less than a millisecond and waits for no thread.
 */
export class ClipWorkers {
	readonly #threads: ClipThreads;
	readonly #ownsThreads: boolean;
	/** One party runs at most as many tasks at once as there are threads. */
	readonly #queue: FairQueue<Party>;
	readonly #settings: CacheSettings;
	readonly #cache: ClipCache;
	readonly #onTrouble: (trouble: CacheTrouble) => void;
	/** Clips that are being written to the cache. They count as cached. */
	readonly #keeping = new Map<string, PackedClip>();
	readonly #memory = new Recent<PackedClip>(memoryBytes, ({ packed }) => packed.byteLength);
	readonly #running = new UnderWay();
	#closed = false;

	/** @param threads - threads to share; they keep the cache's file open until `close`. By default, it starts its own */
	constructor(
		settings: CacheSettings,
		onTrouble: (trouble: CacheTrouble) => void = () => {},
		threads?: ClipThreads,
	) {
		this.#settings = settings;
		this.#onTrouble = onTrouble;
		this.#cache = new ClipCache(settings.cacheFile, settings.cacheBytes, () =>
			onTrouble({ kind: "damaged" }),
		);
		this.#threads = threads ?? new ClipThreads();
		this.#ownsThreads = threads === undefined;
		const { count, tasksMax } = this.#threads;
		this.#queue = new FairQueue({ mayBegin: (running) => running < tasksMax, perOwner: count });
	}

	#run<T>(party: Party, task: (threads: ClipThreads) => Promise<T>): Promise<T> {
		return this.#queue.run(party, async () => {
			if (this.#closed) throw new Error("No Clips are made any more.");
			return this.#running.follow(task(this.#threads));
		});
	}

	/** Changes the cache in a thread, without waiting for it. */
	#change(party: Party, change: (threads: ClipThreads) => Promise<readonly CacheTrouble[]>, done = () => {}) {
		this.#run(party, change)
			.then((troubles) => troubles.forEach(this.#onTrouble))
			.then(done, done);
	}

	/** @returns the first of `keys` that is cached, in memory or on disk. A damaged cache is a miss */
	async findClip(party: Party, keys: readonly string[]): Promise<FoundClip | undefined> {
		return this.#findInMemory(keys) ?? this.#findOnDisk(party, keys);
	}

	#findOnDisk(party: Party, keys: readonly string[]): FoundClip | undefined {
		try {
			const found = this.#cache.find(keys, Date.now());
			if (!found) return undefined;
			const { key, isStale } = found;
			// Copied, because SQLite's result may share its buffer with others.
			const packed = new Uint8Array(found.packed);
			if (isStale) this.#change(party, (threads) => threads.run("touchClip", { key, cache: this.#settings }));
			return { key, packed, durationMs: measurePacked(packed) };
		} catch {
			return undefined;
		}
	}

	#findInMemory(keys: readonly string[]): FoundClip | undefined {
		for (const key of keys) {
			const clip = this.#keeping.get(key) ?? this.#memory.find(key);
			if (clip) return { key, packed: clip.packed, durationMs: clip.durationMs };
		}
		return undefined;
	}

	/**
	 * Makes the Clip of a 200.
	 *
	 * @param bytes - the answer's body, which is transferred and must not be used afterwards
	 * @param maxSeconds - the most sound; an answer with more is a bad response
	 * @param onSound - called with the sound while it is still being encoded, and with its whole duration in ms. Not
	 * called for a short sound, which is encoded at once
	 */
	async readClip(
		party: Party,
		bytes: Uint8Array<ArrayBuffer>,
		maxSeconds: number,
		onSound: (sound: Sound, durationMs: number) => void,
	): Promise<ClipReading> {
		const sound = new GrowingClip();
		const onEncoded = ({ packed }: EncodedPackets) => {
			const { packets, durationMs } = unpackClip(packed);
			const isFirst = sound.packets.length === 0;
			sound.add(packets);
			if (isFirst) onSound(sound, durationMs);
		};
		try {
			const reading = await this.#run(party, (threads) =>
				threads.readAnswer({ bytes, maxSeconds }, [bytes.buffer], onEncoded),
			);
			if (reading.kind === "clip" && sound.packets.length > 0) sound.end(packedSound(reading.packed));
			return reading;
		} finally {
			sound.end();
		}
	}

	/** Makes the Clip of a streamed 200, see {@link StreamReader}. */
	readStream(...how: Parameters<StreamReader>): ReadStream | undefined {
		const read = this.#closed ? undefined : this.#threads.readStream(...how);
		if (read) void this.#running.follow(read.reading);
		return read;
	}

	/** Makes a Clip at another pace or volume. */
	deriveClip(party: Party, packed: Uint8Array, derivation: Derivation): Promise<PackedClip> {
		return this.#run(party, (threads) => threads.run("derive", { packed, derivation }));
	}

	/** Joins the Clips of a Line's pieces. */
	joinPieces(party: Party, pieces: readonly Uint8Array[]): Promise<PackedClip> {
		return this.#run(party, (threads) => threads.run("joinPieces", pieces));
	}

	/** Caches a Clip under `key`. Not waited for: the listener already has the Clip. */
	keepClip(party: Party, key: string, clip: PackedClip): void {
		this.#keeping.set(key, clip);
		const task = { key, packed: clip.packed, cache: this.#settings };
		this.#change(
			party,
			(threads) => threads.run("keepClip", task),
			() => {
				if (this.#keeping.get(key) === clip) this.#keeping.delete(key);
			},
		);
	}

	/** Keeps a Clip only in memory, until newer ones take its place. */
	keepInMemory(key: string, clip: PackedClip): void {
		this.#memory.set(key, clip);
	}

	/** Writes packed Clips into one Ogg file. */
	writeFile(party: Party, parts: readonly FilePart[], comments: readonly string[] = []): Promise<SoundFile> {
		// Copied into one buffer, which is transferred: cloning a thousand would take many milliseconds.
		const all = new Uint8Array(parts.reduce((sum, { packed }) => sum + packed.length, 0));
		let end = 0;
		const bare = parts.map(({ packed, pauseMs }) => {
			const start = end;
			end += packed.length;
			all.set(packed, start);
			return { packed: all.subarray(start, end), pauseMs };
		});
		return this.#run(party, (threads) => threads.run("writeFile", { parts: bare, comments }, [all.buffer]));
	}

	/** Finishes the work on the cache. Stops its own threads, and waits for shared ones. */
	async close(): Promise<void> {
		this.#closed = true;
		if (this.#ownsThreads) await this.#threads.close();
		else {
			await this.#running.settle();
			await this.#threads.run("closeCache", undefined);
		}
		this.#cache.close();
	}
}

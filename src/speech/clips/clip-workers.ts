import { on } from "node:events";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { MessageChannel, type MessagePort } from "node:worker_threads";
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
import { defer } from "@herald/common/defer.ts";
import { FairQueue } from "@herald/common/fair-queue.ts";
import { Recent } from "@herald/common/recent.ts";
import { Piscina } from "piscina";
import type { Party } from "../../shared/party.ts";
import { UnderWay } from "../../shared/under-way.ts";
import type { FilePart } from "../line.ts";
import { type CacheSettings, type CacheTrouble, type ClipCache, openClipCache } from "./clip-cache.ts";
import {
	type ClipReading,
	type EncodedPackets,
	endOfStream,
	type ReadStream,
	type StreamPackets,
	type StreamTask,
} from "./clip-reading.ts";
import type * as tasks from "./worker.ts";

type FoundClip = PackedClip & { readonly key: string };

/** The most bytes of Clips that are cached only in memory: about 17 minutes of speech. */
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
	/** The Clips that are being written to the cache, by key. They count as cached. */
	readonly #keeping = new Map<string, PackedClip>();
	readonly #memory = new Recent<PackedClip>(memoryBytes, ({ packed }) => packed.byteLength);
	readonly #running = new UnderWay();
	#closed = false;

	/** @param threads - shared threads, which keep the cache's file open until `close`; by default, new ones */
	constructor(
		settings: CacheSettings,
		onTrouble: (trouble: CacheTrouble) => void = () => {},
		threads?: ClipThreads,
	) {
		this.#settings = settings;
		this.#onTrouble = onTrouble;
		this.#cache = openClipCache(settings.cacheFile, settings.cacheBytes, () =>
			onTrouble({ kind: "damaged" }),
		);
		this.#threads = threads ?? new ClipThreads();
		this.#ownsThreads = threads === undefined;
		const { count } = this.#threads;
		const tasksMax = count * tasksPerThread;
		this.#queue = new FairQueue({ mayBegin: (running) => running < tasksMax, perOwner: count });
	}

	#run<T>(party: Party, task: (threads: ClipThreads) => Promise<T>): Promise<T> {
		return this.#queue.run(party, async () => {
			if (this.#closed) throw new Error("No Clips are made any more.");
			return this.#running.follow(task(this.#threads));
		});
	}

	/** Lets a thread change the cache, and returns at once. */
	#change(party: Party, change: (threads: ClipThreads) => Promise<readonly CacheTrouble[]>, done = () => {}) {
		this.#run(party, change)
			.then((troubles) => troubles.forEach(this.#onTrouble))
			.then(done, done);
	}

	/** @returns the first Clip of `keys` in memory, or else on disk; undefined if there is none, or reading fails */
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
	 * @param maxSeconds - the most sound; an answer with more counts as unplayable
	 * @returns `early` resolves to the sound while it is still being encoded, with its whole duration in ms; never for a
	 * short sound, which is encoded at once
	 */
	readClip(party: Party, bytes: Uint8Array<ArrayBuffer>, maxSeconds: number) {
		const sound = new GrowingClip();
		const early = Promise.withResolvers<{ readonly sound: Sound; readonly durationMs: number }>();
		const onEncoded = ({ packed }: EncodedPackets) => {
			const { packets, durationMs } = unpackClip(packed);
			sound.add(packets);
			early.resolve({ sound, durationMs });
		};
		const read = async (): Promise<ClipReading> => {
			using _ending = defer(() => sound.end());
			const reading = await this.#run(party, (threads) =>
				threads.readClip({ bytes, maxSeconds }, [bytes.buffer], onEncoded),
			);
			if (reading.kind === "clip" && sound.packets.length > 0) sound.end(packedSound(reading.packed));
			return reading;
		};
		return { early: early.promise, reading: read() };
	}

	/**
	 * Turns a streamed answer into a Clip.
	 *
	 * @returns undefined if this party, or all parties together, have as many streams as can be read at once
	 */
	readStream(party: Party, task: Omit<StreamTask, "port">): ReadStream | undefined {
		const read = this.#closed ? undefined : this.#threads.readStream(party, task);
		if (read) void this.#running.follow(read.reading);
		return read;
	}

	deriveClip(party: Party, packed: Uint8Array, derivation: Derivation): Promise<PackedClip> {
		return this.#run(party, (threads) => threads.run("derive", { packed, derivation }));
	}

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

	writeFile(party: Party, parts: readonly FilePart[], comments: readonly string[] = []): Promise<SoundFile> {
		// Copied into one buffer, which is transferred: cloning a thousand buffers would take many milliseconds.
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

	/** Finishes the work on the cache. Then stops the threads, unless they are shared. */
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

type Tasks = typeof tasks;

/**
 * How many tasks a thread takes at once. They take turns, one step at a time, so that a long task doesn't hold up a
 * short one.
 */
const tasksPerThread = 3;

/** How many streams a thread reads beside its tasks. Streams mostly wait for bytes. */
const streamsPerThread = 8;
/** How many streams a thread reads of one guild: one that plays, and one that was skipped and is read to its end. */
const streamsPerThreadAndGuild = 2;

/** Yields the packets of a streamed answer as a worker sends them, until they end or the port is closed. */
async function* receivePackets(port: MessagePort): AsyncGenerator<StreamPackets, void> {
	using _closing = defer(() => port.close());
	for await (const [packets] of on(port, "message", { close: ["close"] })) {
		if (packets === endOfStream) return;
		yield packets;
	}
}

export class ClipThreads {
	readonly count: number;
	readonly #pool: Piscina;
	/** The callbacks for encoded packets, by the number of the answer that is being read. */
	readonly #reading = new Map<number, (encoded: EncodedPackets) => void>();
	#answers = 0;
	/** Limits the streams of each party, and of all together. No stream waits: without room, `readStream` refuses it. */
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

	/** @param moved - buffers and ports that are transferred, and must not be used afterwards */
	run<Name extends keyof Tasks>(
		name: Name,
		task: Parameters<Tasks[Name]>[0],
		moved: readonly (ArrayBuffer | MessagePort)[] = [],
	): Promise<Awaited<ReturnType<Tasks[Name]>>> {
		return this.#pool.run(task, { name, transferList: [...moved] });
	}

	/** Turns an answer into a Clip. @param onEncoded - called with packets while the rest is being encoded */
	async readClip(
		task: Omit<Parameters<Tasks["readClip"]>[0], "answer">,
		moved: readonly ArrayBuffer[],
		onEncoded: (encoded: EncodedPackets) => void,
	) {
		const answer = this.#answers++;
		this.#reading.set(answer, onEncoded);
		using _reading = defer(() => this.#reading.delete(answer));
		return await this.run("readClip", { ...task, answer }, moved);
	}

	readStream(party: Party, task: Omit<StreamTask, "port">): ReadStream | undefined {
		if (!this.#streams.mayBegin(party)) return undefined;
		const { port1, port2 } = new MessageChannel();
		const reading = this.#streams.run(party, () => this.run("readStream", { ...task, port: port2 }, [port2]));
		// Ends `packets` even if no worker took the task.
		reading.catch(() => port1.close());
		// Copied, because the bytes may share their buffer with others.
		const write = (bytes: Uint8Array) => {
			const chunk = new Uint8Array(bytes);
			port1.postMessage(chunk, [chunk.buffer]);
		};
		return { write, end: () => port1.postMessage(endOfStream), packets: receivePackets(port1), reading };
	}

	/** Stops the threads once they have finished their work. */
	close(): Promise<void> {
		return this.#pool.close({ force: true });
	}
}

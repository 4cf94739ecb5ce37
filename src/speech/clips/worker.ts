/** The worker's side of Clips: all audio work that would block the event loop, and the shared cache. */
import { on } from "node:events";
import { setImmediate } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import {
	AudioError,
	type Clip,
	frameMs,
	joinClips,
	makeSilence,
	makeWaveform,
	type PackedClip,
	packClip,
	type SoundFile,
	unpackClip,
} from "@herald/common/audio/clip.ts";
import type { Derivation } from "@herald/common/audio/derive-clip.ts";
import { encodeInSteps, NoAudioError, warmEncoder } from "@herald/common/audio/encode-clip.ts";
import { writeOgg } from "@herald/common/audio/ogg.ts";
import type { Steps } from "@herald/common/audio/opus.ts";
import { move, Piscina } from "piscina";
import type { FilePart } from "../line.ts";
import { parseAnswer, readSoundInSteps, StreamedAnswer } from "./answer.ts";
import { type CacheSettings, type CacheTrouble, type ClipCache, openClipCache } from "./clip-cache.ts";
import {
	type AnswerReading,
	type ClipReading,
	type EncodedPackets,
	endOfStream,
	type StreamPackets,
	type StreamTask,
} from "./clip-reading.ts";

let cache: ClipCache | undefined;
let openFile: string | undefined;
const troubles: CacheTrouble[] = [];
warmEncoder();

/** Transfers the bytes instead of cloning them, which would take the event loop's time. */
const handOver = <T extends object>(value: T, bytes: Uint8Array<ArrayBuffer>): T =>
	move({
		[Piscina.transferableSymbol]: [bytes.buffer],
		[Piscina.valueSymbol]: value,
	} as never) as T;

/** Copies bytes into a buffer of their own: a view can't be transferred without the rest of its buffer. */
const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** Runs steps, and lets this thread's other tasks run between them. */
const takeSteps = async <T>(steps: Steps<T>): Promise<T> => {
	for (;;) {
		const step = steps.next();
		if (step.done) return step.value;
		await setImmediate();
	}
};

/**
 * Makes the Clip of an answer's sound.
 *
 * @param onPackets - called with all packets but the last ones, if the sound is long
 */
const makeClip = async (
	reading: AnswerReading,
	maxSeconds: number,
	onPackets?: (packets: readonly Uint8Array[], durationMs: number) => void,
): Promise<ClipReading> => {
	if (reading.kind !== "audio") return reading;
	const { usage, isCut } = reading;
	try {
		const sound = await takeSteps(readSoundInSteps(reading.parts, maxSeconds));
		const madeMs = (sound.samples.length / sound.sampleRate) * 1_000;
		const encoding = encodeInSteps(sound, (packets, durationMs, isLast) => {
			if (!isLast) onPackets?.(packets, durationMs);
		});
		const clip = await takeSteps(encoding);
		const packed = own(packClip(clip));
		return handOver({ kind: "clip", packed, durationMs: clip.durationMs, madeMs, isCut, usage }, packed);
	} catch (error) {
		if (error instanceof NoAudioError) return { kind: "no_audio", finishReason: "no samples", usage };
		if (error instanceof AudioError)
			return { kind: "unplayable", why: error.message, madeMs: error.ms, usage };
		throw error;
	}
};

interface ReadTask {
	readonly bytes: Uint8Array;
	readonly maxSeconds: number;
	readonly answer: number;
}

/** Turns the bytes of a 200 into a Clip. The first packets of a long sound are posted while the rest is encoded. */
export const readClip = async ({ bytes, maxSeconds, answer }: ReadTask): Promise<ClipReading> =>
	makeClip(parseAnswer(bytes), maxSeconds, (packets, durationMs) => {
		const packed = packClip({ packets, durationMs, levels: [] });
		parentPort?.postMessage({ answer, packed } satisfies EncodedPackets, [packed.buffer]);
	});

/** Turns a streamed 200 into a Clip, and posts packets as the sound arrives. */
export const readStream = async ({ port, maxSeconds, moreDb }: StreamTask): Promise<ClipReading> => {
	const streamed = new StreamedAnswer(maxSeconds, moreDb);
	const send = (packets: readonly Uint8Array[], heard?: number) => {
		const packed = packClip({ packets, durationMs: 0, levels: [] });
		port.postMessage({ packed, heard } satisfies StreamPackets, [packed.buffer]);
	};
	const sendAll = async (batches: Iterable<readonly Uint8Array[]>) => {
		for (const batch of batches) {
			send(batch);
			await setImmediate();
		}
	};
	try {
		for await (const [chunk] of on(port, "message", { close: ["close"] })) {
			if (chunk === endOfStream) break;
			await sendAll(streamed.add(chunk));
			if (streamed.isOver) break;
		}
		await sendAll(streamed.end());
		send([], streamed.reading.kind === "audio" ? streamed.heard : undefined);
		port.postMessage(endOfStream);
	} finally {
		port.close();
		streamed.close();
	}
	return makeClip(streamed.reading, maxSeconds);
};

/** Closes the cache; the next change opens it again. */
export const closeCache = (): void => {
	cache?.close();
	cache = undefined;
};

interface CacheTask {
	readonly key: string;
	readonly cache: CacheSettings;
}

/** @returns what went wrong; empty if nothing did */
const changeCache = ({ cacheFile, cacheBytes }: CacheSettings, change: (cache: ClipCache) => void) => {
	try {
		if (openFile !== cacheFile) closeCache();
		cache ??= openClipCache(cacheFile, cacheBytes, () => troubles.push({ kind: "damaged" }));
		openFile = cacheFile;
		change(cache);
	} catch (error) {
		// With a full disk, the Clip must be made again for the next listener, but the current one still gets the sound.
		troubles.push({ kind: "unwritable", code: String((error as { code?: unknown }).code) });
	}
	return troubles.splice(0);
};

export const keepClip = ({ key, packed, cache: settings }: CacheTask & { readonly packed: Uint8Array }) =>
	changeCache(settings, (opened) => opened.keep(key, packed, Date.now()));

/** Updates when a Clip was last used. */
export const touchClip = ({ key, cache: settings }: CacheTask) =>
	changeCache(settings, (opened) => opened.touch(key, Date.now()));

export const joinPieces = (pieces: readonly Uint8Array[]): PackedClip => {
	const clip = joinClips(pieces.map((packed) => unpackClip(packed)));
	const packed = own(packClip(clip));
	return handOver({ packed, durationMs: clip.durationMs }, packed);
};

/**
 * Makes a Clip at another pace or volume. The code for that is loaded when first needed: most processes never need it.
 */
export const derive = async (wanted: { packed: Uint8Array; derivation: Derivation }): Promise<PackedClip> => {
	const { deriveClip } = await import("@herald/common/audio/derive-clip.ts");
	const clip = await takeSteps(deriveClip(unpackClip(wanted.packed), wanted.derivation));
	const packed = own(packClip(clip));
	return handOver({ packed, durationMs: clip.durationMs }, packed);
};

/** Adds a pause before a Clip. The silence is two frames shorter, because joining adds a frame before and after it. */
const withPause = (clip: Clip, pauseMs = 0): readonly Clip[] =>
	pauseMs > 2 * frameMs ? [makeSilence(pauseMs - 2 * frameMs), clip] : [clip];

interface FileTask {
	readonly parts: readonly Pick<FilePart, "packed" | "pauseMs">[];
	readonly comments: readonly string[];
}

export const writeFile = ({ parts, comments }: FileTask): SoundFile => {
	const clip = joinClips(parts.flatMap(({ packed, pauseMs }) => withPause(unpackClip(packed), pauseMs)));
	const ogg = own(writeOgg(clip.packets, clip.durationMs, comments));
	return handOver({ ogg, durationMs: clip.durationMs, waveform: own(makeWaveform(clip.levels)) }, ogg);
};

import type { MessagePort } from "node:worker_threads";
import type { PackedClip } from "@herald/common/audio/clip.ts";
import type { Party } from "../../shared/party.ts";
import type { SilentReading } from "../ask/answer-reading.ts";
import type { Usage } from "../usage.ts";

/** A worker's result for the bytes of a 200: a Clip, or why there is none. */
export type ClipReading = SoundReading | SilentReading;

interface SoundReading extends PackedClip {
	readonly kind: "clip";
	/** The sound as it came, before silence was cut off, in ms. */
	readonly madeMs: number;
	/** Whether it ends before the text does. */
	readonly isCut: boolean;
	readonly usage: Usage;
}

/** Packets that a worker has encoded, while it goes on with the rest. */
export interface EncodedPackets {
	/** The answer that it is for. */
	readonly answer: number;
	/** Them alone, as a packed Clip, which says how long the whole sound is. One buffer: each costs memory of its own. */
	readonly packed: Uint8Array;
}

/** A worker's task: to read a streamed answer. */
export interface StreamTask {
	/** Brings its bytes as they come, and {@link endOfStream} behind them; takes {@link StreamNews}. */
	readonly port: MessagePort;
	/** More sound is a bad response. */
	readonly maxSeconds: number;
	/** How much louder it is heard than usual; its Clip isn't. */
	readonly moreDb: number;
}

export const endOfStream = "end";

/** A worker's messages while it reads a streamed answer. */
export type StreamNews =
	/** Packets that come next, as a packed Clip; with the last ones, how many of all need be heard. */
	| { readonly kind: "heard"; readonly packed: Uint8Array; readonly heard: number | undefined }
	| { readonly kind: "read"; readonly reading: ClipReading };

/** A streamed answer on its way through a thread. */
export interface ReadStream {
	/** Takes bytes that come next. */
	readonly write: (bytes: Uint8Array) => void;
	/** Nothing follows. */
	readonly end: () => void;
	/** The result, which may come before its end. */
	readonly reading: Promise<ClipReading>;
}

/**
 * Turns an answer that comes as events into a Clip.
 *
 * @param onPackets - called with packets as they are made; with the last ones, how many of all need be heard
 * @returns undefined where as many are read as can be, or as many of the party as may
 */
export type StreamReader = (
	party: Party,
	task: Omit<StreamTask, "port">,
	onPackets: (packets: readonly Uint8Array[], heard?: number) => void,
) => ReadStream | undefined;

import type { MessagePort } from "node:worker_threads";
import type { PackedClip } from "@herald/common/audio/clip.ts";
import type { Usage } from "../../budget/payer.ts";

/** The audio of one part: its decoded bytes and their stated type. */
export interface AudioPart {
	readonly mimeType: string;
	readonly bytes: Uint8Array;
	/** The start of a group of four base64 characters, which goes on in the next part. */
	readonly cut?: string;
}

/** A 200 without usable sound. It may have been charged. */
export type SilentReading = {
	readonly usage: Usage;
	/** How much sound, in ms, the answer contained although it isn't used; undefined if that isn't known. */
	readonly madeMs?: number | undefined;
} & (
	| { readonly kind: "blocked"; readonly reason: string }
	| { readonly kind: "no_audio"; readonly finishReason: string }
	/** The body isn't an answer to a speech request. */
	| { readonly kind: "bad_response"; readonly why: string }
	/** Sound in a format that can't be played, or only a link to sound. */
	| { readonly kind: "unplayable"; readonly why: string }
	/**
	 * A stream in which the service sent an error. `status` and `body` are those of an ordinary refusal with the same
	 * error; `status` is 500 if the error names none.
	 */
	| { readonly kind: "refused"; readonly status: number; readonly body: string }
);

export type AnswerReading =
	| {
			readonly kind: "audio";
			readonly parts: readonly AudioPart[];
			/** Whether the sound ends before the text does. */
			readonly isCut: boolean;
			readonly usage: Usage;
	  }
	| SilentReading;

/** What a worker makes of a 200's body: a Clip, or why there is none. */
export type ClipReading = SoundReading | SilentReading;

interface SoundReading extends PackedClip {
	readonly kind: "clip";
	/** How long the sound was before silence was cut off, in ms. */
	readonly madeMs: number;
	/** Whether the sound ends before the text does. */
	readonly isCut: boolean;
	readonly usage: Usage;
}

/** Packets that a worker has encoded so far, while it encodes the rest. */
export interface EncodedPackets {
	readonly answer: number;
	/**
	 * These packets as a packed Clip, but with the whole sound's `durationMs`. They share one buffer, because each buffer
	 * costs memory.
	 */
	readonly packed: Uint8Array;
}

export interface StreamTask {
	/** Brings the answer's bytes as they come. The worker sends {@link StreamPackets} back. Both end with `endOfStream`. */
	readonly port: MessagePort;
	/** The most sound, in seconds. An answer with more counts as unplayable. */
	readonly maxSeconds: number;
	/** How much louder than usual the sound is played while it comes, in dB. The finished Clip isn't louder. */
	readonly moreDb: number;
}

export const endOfStream = "end";

/** The next packets of a streamed answer, as a packed Clip. */
export interface StreamPackets {
	readonly packed: Uint8Array;
	/** Set with the last packets: how many of all packets are to be played. */
	readonly heard: number | undefined;
}

/** A streamed answer that a thread is reading. */
export interface ReadStream {
	readonly write: (bytes: Uint8Array) => void;
	/** Says that no bytes follow. */
	readonly end: () => void;
	/** The packets as they are made. */
	readonly packets: AsyncIterable<StreamPackets>;
	/** The result, which may come before the answer's end. */
	readonly reading: Promise<ClipReading>;
}

import type { PackedClip } from "@herald/common/audio/clip.ts";
import type { SilentReading } from "../ask/answer-reading.ts";
import type { Usage } from "../usage.ts";

/** What a worker makes of the bytes of a 200: a Clip, or why there is none. */
export type ClipReading = ClipTaken | SilentReading;

interface ClipTaken extends PackedClip {
	readonly kind: "clip";
	/** The sound as it came, before silence was cut off, in ms. */
	readonly madeMs: number;
	readonly usage: Usage;
}

/** Packets that a worker has encoded, while it goes on with the rest. */
export interface EncodedPackets {
	readonly kind: "encoded";
	/** Of which answer. */
	readonly answer: number;
	/** Them alone, as a packed Clip, which says how long the whole sound is. One buffer: each costs memory of its own. */
	readonly packed: Uint8Array;
}

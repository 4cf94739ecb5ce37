import { frameMs } from "@herald/common/audio/clip.ts";
import { findQuiet } from "@herald/common/audio/find-pause.ts";
import { GrowingClip, type Sound } from "@herald/common/audio/growing-clip.ts";
import { packedSound, unpackClip } from "@herald/common/audio/pack.ts";
import type { Compromise } from "../line.ts";

/** Where the rest of a sound may be taken up: so many frames around the time at which it stopped, and more later in it. */
const reachFrames = 5;
const reachShare = 1 / 32;

/** Less isn't worth a beginning. */
const leastMs = 200;

/** A Line's sound that is heard while the service speaks it. */
export class StreamedSound {
	/** How much louder it is heard than usual, in dB. */
	readonly moreDb: number;
	readonly #notify: (sound: Sound, compromises: readonly Compromise[]) => void;
	readonly #clip = new GrowingClip();
	#isAudible = false;
	#beganAt: number | undefined;
	#neededMs = 0;

	/** @param notify - told of it when it can be heard */
	constructor(moreDb: number, notify: (sound: Sound, compromises: readonly Compromise[]) => void) {
		this.moreDb = moreDb;
		this.#notify = notify;
	}

	/** How long after its first sound it would have had to be heard so that it had never been late, in ms. */
	get neededMs(): number {
		return this.#neededMs;
	}

	/**
	 * Takes packets that come next.
	 *
	 * @param heard - with the last ones of the whole sound: how many of all need be heard
	 * @param delayMs - how long after its first sound it is heard, so that the rest comes in time
	 */
	take(
		packets: readonly Uint8Array[],
		heard: number | undefined,
		{ delayMs, compromises }: { readonly delayMs: number; readonly compromises: readonly Compromise[] },
	): void {
		const now = performance.now();
		this.#beganAt ??= now;
		if (packets.length > 0) this.#neededMs = Math.max(this.#neededMs, now - this.#beganAt - this.#madeMs);
		this.#clip.add(packets);
		if (heard !== undefined) this.#clip.endAt(heard);
		if (this.#isAudible || this.#madeMs === 0) return;
		const isEnough = this.#madeMs >= leastMs && now - this.#beganAt >= delayMs;
		if (!this.#clip.complete && !isEnough) return;
		this.#isAudible = true;
		this.#notify(this.#clip, compromises);
	}

	/** Whether a listener waits for the rest of it. */
	get isBroken(): boolean {
		return this.#isAudible && !this.#clip.complete;
	}

	/**
	 * Goes on with another answer's Clip, from the time at which this sound stopped, in a quiet place near it; from the
	 * beginning where nothing of it was heard.
	 */
	goOn(packed: Uint8Array): void {
		if (!this.#clip.heard) {
			this.#clip.end(packedSound(packed));
			return;
		}
		const { packets, levels } = unpackClip(packed);
		const stoppedAt = this.#clip.packets.length;
		const reach = reachFrames + Math.round(stoppedAt * reachShare);
		this.#clip.add(packets.slice(findQuiet(levels, stoppedAt, reach)));
		this.end(packed);
	}

	/** Nothing follows. @param packed - as loud in the same places, where that is known */
	end(packed?: Uint8Array): void {
		if (packed) this.#clip.levels = packedSound(packed).levels;
		this.#clip.end();
	}

	get #madeMs(): number {
		return this.#clip.packets.length * frameMs;
	}
}

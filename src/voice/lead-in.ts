/**
 * Opus frames of silence before a first word: a client's jitter buffer drops audio until it has settled. WebRTC's aims at
 * 80 ms until it knows better (`kStartDelayMs` in NetEq's delay_manager.cc).
 */
export const leadInFrames = 4;
/** How long a client's jitter buffer stays settled after the last word, in ms. */
const settledMs = 3_000;
/** Frames of silence for a sound that is about to come: half a second. */
const patienceFrames = 25;

/** The silence before a first word, which can begin while the word is being made. */
export class LeadIn {
	readonly #now: () => number;
	/** Frames of silence still to come before a sound; undefined until the first of them is due: a connection may be opened anew meanwhile. */
	#frames: number | undefined = 0;
	/** How many there are at least. */
	#least = 0;
	/** Frames of silence after those, as long as there is no sound to follow. */
	#patience = 0;
	/** Until when a new word needs no silence before it. */
	#settledUntil = 0;

	/** @param now - in ms */
	constructor(now: () => number) {
		this.#now = now;
	}

	/** Begins the silence for a sound that is about to come. To be called while nothing is played. */
	begin(): void {
		if (this.#patience > 0) return;
		this.#start(0);
		this.#patience = patienceFrames;
	}

	/** A sound follows, behind the silence that has begun, or else behind a new one of at least so many frames. */
	end(leastFrames: number): void {
		if (this.#patience === 0) this.#start(leastFrames);
		this.#patience = 0;
	}

	/** @param isThere - whether there is a sound. @returns whether the next frame is one of silence */
	take(isThere: boolean): boolean {
		this.#frames ??= Math.max(this.#least, this.#now() < this.#settledUntil ? 0 : leadInFrames);
		if (this.#frames > 0) this.#frames -= 1;
		else if (!isThere && this.#patience > 0) this.#patience -= 1;
		else return false;
		return true;
	}

	settle(): void {
		this.#settledUntil = this.#now() + settledMs;
	}

	/** Listeners' jitter buffers have to settle again. */
	unsettle(): void {
		this.#settledUntil = 0;
	}

	#start(leastFrames: number): void {
		this.#frames = undefined;
		this.#least = leastFrames;
	}
}

/**
 * Opus frames of silence before a first word: a client's jitter buffer drops audio until it has settled. WebRTC's aims at
 * 80 ms until it knows better (`kStartDelayMs` in NetEq's delay_manager.cc).
 */
export const leadInFrames = 4;
/** How long a client's jitter buffer stays settled after what it heard, in ms. */
const settledMs = 3_000;

/** The silence before a first word. It can be over before the word is there: then the word is heard at once. */
export class LeadIn {
	readonly #now: () => number;
	/** Frames still to come; undefined until the first of them is due: a connection may be opened anew meanwhile. */
	#frames: number | undefined = 0;
	/** How many there are at least. */
	#least = 0;
	/** Until when a word needs no silence before it. */
	#settledUntil = 0;

	/** @param now - in ms */
	constructor(now: () => number) {
		this.#now = now;
	}

	/** A sound comes, now or soon: begins the silence before it, unless it has begun. To be called while nothing is played. */
	begin(leastFrames = 0): void {
		if (this.#frames !== 0) return;
		this.#frames = undefined;
		this.#least = leastFrames;
	}

	/** @returns whether the next frame is one of silence */
	take(): boolean {
		this.#frames ??= Math.max(this.#least, this.#now() < this.#settledUntil ? 0 : leadInFrames);
		if (this.#frames === 0) return false;
		this.#frames -= 1;
		if (this.#frames === 0) this.settle();
		return true;
	}

	/** Until now, listeners have heard something. */
	settle(): void {
		this.#settledUntil = this.#now() + settledMs;
	}

	/** Listeners' jitter buffers have to settle again. */
	unsettle(): void {
		this.#settledUntil = 0;
		if (this.#frames !== 0) this.#frames = undefined;
	}
}

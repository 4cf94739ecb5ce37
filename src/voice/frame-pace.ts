/** How far apart frames are due, in ms. */
const frameMs = 20;
/** Beyond this a frame arrives after the one that follows it is due, in ms: listeners keep about so much in store. */
const lateAfterMs = 40;

/** Tells which frames of what is playing are handed over late. */
export class FramePace {
	/** When the next frame is due, in ms; undefined before the first and after a pause. */
	#due: number | undefined;

	/** Takes note of a frame. @param now - in ms. @returns whether it is late */
	take(now: number): boolean {
		const due = this.#due ?? now;
		// The first one may have been late itself.
		this.#due = Math.min(due, now) + frameMs;
		return now - due > lateAfterMs;
	}

	/** What follows is due from its own first frame on. */
	pause(): void {
		this.#due = undefined;
	}
}

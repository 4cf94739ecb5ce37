import { frameMs } from "@herald/common/audio/clip.ts";

/** Sends a frame every 20 ms. */
export interface FrameSource {
	/** Sends the next frame. @param now - in ms. @returns whether there may be another one */
	frame(now: number): boolean;
}

/** Missed frames of so many ms are made up for; after a longer standstill of the machine, the rest is late. */
const catchUpMs = 1_000;

/** Asks all that is playing, in all guilds, for a frame every 20 ms, with one timer. */
export class FrameClock {
	readonly #now: () => number;
	readonly #sources = new Set<FrameSource>();
	/** When the next frames are due, in ms. */
	#due = 0;
	#timer: NodeJS.Timeout | undefined;

	constructor(now: () => number = () => performance.now()) {
		this.#now = now;
	}

	/** Asks a source for frames until it has no more, the first within 20 ms. */
	add(source: FrameSource): void {
		this.#sources.add(source);
		if (this.#timer) return;
		this.#due = this.#now();
		this.#wait();
	}

	#wait(): void {
		this.#timer = setTimeout(() => this.#walk(), Math.max(1, this.#due - this.#now()));
	}

	#walk(): void {
		const now = this.#now();
		for (const source of this.#sources) if (!source.frame(now)) this.#sources.delete(source);
		this.#due = Math.max(this.#due, now - catchUpMs) + frameMs;
		if (this.#sources.size > 0) this.#wait();
		else this.#timer = undefined;
	}
}

export const frameClock = new FrameClock();

/** A frame later than this, in ms, arrives after its successor is due: listeners buffer about so much. */
const lateAfterMs = 40;

/** Measures which frames are sent late. */
export class FramePace {
	/** When the next frame is due, in ms; undefined before the first and after a pause. */
	#due: number | undefined;

	/** Notes a frame. @param now - in ms. @returns whether it is late */
	take(now: number): boolean {
		const due = this.#due ?? now;
		// The first one may have been late itself.
		this.#due = Math.min(due, now) + frameMs;
		return now - due > lateAfterMs;
	}

	/** The next frame is on time, whenever it comes. */
	pause(): void {
		this.#due = undefined;
	}
}

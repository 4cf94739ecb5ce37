import { frameMs } from "@herald/common/audio/clip.ts";

/** What has a frame to send every 20 ms. */
export interface FrameSource {
	/** Sends the next frame. @param now - in ms. @returns whether there may be another one */
	frame(now: number): boolean;
}

/** What was missed is made up for, as far as this, in ms; beyond it, what comes is late by a standstill of the machine. */
const catchUpMs = 1_000;

/** Has all that is playing, in all guilds, send a frame every 20 ms: one timer, and one walk over everything. */
export class FrameClock {
	readonly #now: () => number;
	readonly #sources = new Set<FrameSource>();
	/** When the next frames are due, in ms. */
	#due = 0;
	#timer: NodeJS.Timeout | undefined;

	/** @param now - in ms */
	constructor(now: () => number = () => performance.now()) {
		this.#now = now;
	}

	/** Asks a source for frames, the first of them within 20 ms, until it has no more. */
	add(source: FrameSource): void {
		this.#sources.add(source);
		if (this.#timer) return;
		this.#due = this.#now();
		this.#wait();
	}

	delete(source: FrameSource): void {
		this.#sources.delete(source);
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

/** The one for all voice channels. */
export const frameClock = new FrameClock();

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

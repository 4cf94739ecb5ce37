import type { Clock } from "../../src/shared/clock.ts";

/** A clock that tests control. What needs no wait happens by itself. */
export class ManualClock implements Clock {
	#now = Date.now();
	readonly waiting = new Set<{ readonly at: number; readonly act: () => void }>();

	now(): number {
		return this.#now;
	}

	after(ms: number, act: () => void): () => void {
		const timer = { at: this.#now + ms, act };
		this.waiting.add(timer);
		if (ms === 0) setImmediate(() => this.waiting.has(timer) && this.advance(0));
		return () => this.waiting.delete(timer);
	}

	advance(ms: number): void {
		this.#now += ms;
		for (const timer of [...this.waiting].filter(({ at }) => at <= this.#now)) {
			this.waiting.delete(timer);
			timer.act();
		}
	}
}

import type { Clock } from "./clock.ts";

export interface LeaveTimersOptions {
	readonly clock: Clock;
	/** In ms, read again whenever a wait starts. Never rejects. */
	readonly aloneMs: () => Promise<number>;
	readonly idleMs: () => Promise<number>;
	readonly onLeave: (why: "alone" | "idle") => void;
}

/**
 * Two reasons to leave a channel: no listeners, or silence. Each has a timer, which is cancelled when the reason goes
 * away.
 */
export class LeaveTimers {
	readonly #options: LeaveTimersOptions;
	#alone: (() => void) | undefined;
	#idle: (() => void) | undefined;

	constructor(options: LeaveTimersOptions) {
		this.#options = options;
	}

	setAlone(alone: boolean): void {
		if (alone === (this.#alone !== undefined)) return;
		this.#alone?.();
		this.#alone = alone ? this.#wait("alone", this.#options.aloneMs()) : undefined;
	}

	setIdle(idle: boolean): void {
		if (idle === (this.#idle !== undefined)) return;
		this.#idle?.();
		this.#idle = idle ? this.#wait("idle", this.#options.idleMs()) : undefined;
	}

	stop(): void {
		this.setAlone(false);
		this.setIdle(false);
	}

	/** Starts waiting now, even while the length of the wait is still being read. @returns a function that stops it */
	#wait(why: "alone" | "idle", length: Promise<number>): () => void {
		const { clock, onLeave } = this.#options;
		const began = clock.now();
		let stopped = false;
		let stop = () => {
			stopped = true;
		};
		void length.then((ms) => {
			if (!stopped) stop = clock.after(Math.max(0, began + ms - clock.now()), () => onLeave(why));
		});
		return () => stop();
	}
}

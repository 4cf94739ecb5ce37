import type { Clock } from "./clock.ts";

export interface LeaveTimersOptions {
	readonly clock: Clock;
	/** In ms, read anew whenever a wait begins. */
	readonly aloneMs: () => number;
	readonly idleMs: () => number;
	readonly onLeave: (why: "alone" | "idle") => void;
}

/** Two reasons to leave a channel: nobody listens, and nothing is said. Each is waited for, and forgotten when it passes. */
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
		const { clock, aloneMs, onLeave } = this.#options;
		this.#alone = alone ? clock.after(aloneMs(), () => onLeave("alone")) : undefined;
	}

	setIdle(idle: boolean): void {
		if (idle === (this.#idle !== undefined)) return;
		this.#idle?.();
		const { clock, idleMs, onLeave } = this.#options;
		this.#idle = idle ? clock.after(idleMs(), () => onLeave("idle")) : undefined;
	}

	stop(): void {
		this.setAlone(false);
		this.setIdle(false);
	}
}

import type { Clock } from "../shared/clock.ts";

/** Why Herald leaves a channel: no listeners, or silence. */
export type LeaveReason = "alone" | "idle";

export interface LeaveTimersOptions {
	readonly clock: Clock;
	/** @returns for how long a reason must last, in ms; read again whenever a wait starts. Never rejects */
	readonly leaveAfterMs: (why: LeaveReason) => Promise<number>;
	readonly onLeave: (why: LeaveReason) => void;
}

/** A timer for each reason to leave a channel, which is cancelled when the reason goes away. */
export class LeaveTimers {
	readonly #options: LeaveTimersOptions;
	readonly #cancels = new Map<LeaveReason, () => void>();

	constructor(options: LeaveTimersOptions) {
		this.#options = options;
	}

	set(why: LeaveReason, applies: boolean): void {
		if (applies === this.#cancels.has(why)) return;
		this.#cancels.get(why)?.();
		if (applies) this.#cancels.set(why, this.#wait(why));
		else this.#cancels.delete(why);
	}

	stop(): void {
		this.set("alone", false);
		this.set("idle", false);
	}

	/** Starts waiting now, even while the length of the wait is still being read. @returns a function that cancels it */
	#wait(why: LeaveReason): () => void {
		const { clock, leaveAfterMs, onLeave } = this.#options;
		const began = clock.now();
		let stopped = false;
		let stop = () => {
			stopped = true;
		};
		void leaveAfterMs(why).then((ms) => {
			if (!stopped) stop = clock.after(Math.max(0, began + ms - clock.now()), () => onLeave(why));
		});
		return () => stop();
	}
}

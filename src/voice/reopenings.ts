import {
	daveReadyMs,
	leaveMs,
	reopenBackoffBaseMs,
	reopenBackoffMaxMs,
	reopenMax,
	reopenWindowMs,
	voiceReadyMs,
	voiceServerMs,
	voiceStateMs,
} from "../limits.ts";

/** How long a link waits for Discord, in ms. */
export interface VoicePatience {
	readonly readyMs: number;
	readonly daveMs: number;
	readonly stateMs: number;
	readonly serverMs: number;
	readonly leaveMs: number;
	readonly backoffBaseMs: number;
	readonly backoffMaxMs: number;
}

export const defaultVoicePatience: VoicePatience = {
	readyMs: voiceReadyMs,
	daveMs: daveReadyMs,
	stateMs: voiceStateMs,
	serverMs: voiceServerMs,
	leaveMs,
	backoffBaseMs: reopenBackoffBaseMs,
	backoffMaxMs: reopenBackoffMaxMs,
};

/** Counts how often a connection had to be opened anew: the library itself would do so without an end. */
export class Reopenings {
	readonly #times: number[] = [];

	/**
	 * Counts one more.
	 *
	 * @param now - in ms
	 * @returns how long to wait before it, in ms, or undefined when there were too many of late
	 */
	next(now: number, { backoffBaseMs, backoffMaxMs }: VoicePatience): number | undefined {
		while ((this.#times[0] ?? now) <= now - reopenWindowMs) this.#times.shift();
		if (this.#times.length >= reopenMax) return undefined;
		this.#times.push(now);
		return Math.min(backoffMaxMs, backoffBaseMs * 2 ** (this.#times.length - 1));
	}
}

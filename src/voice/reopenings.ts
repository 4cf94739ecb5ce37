import { listRecent } from "../sliding-window.ts";

/** Connections opened anew within {@link reopenWindowMs}: more are a door that doesn't stay open. */
const reopenMax = 5;
const reopenWindowMs = 120_000;

/** How long a link waits for Discord, in ms; tests make it shorter. */
export interface ConnectionTiming {
	/** From asking for a channel to being connected there. */
	readonly readyMs: number;
	/** From being connected to being able to encrypt; then Herald speaks anyway. */
	readonly daveMs: number;
	/** After close code 4014: the voice state that says where Herald is now comes within this. */
	readonly stateMs: number;
	/** After a voice server was taken away, or while the gateway is away. */
	readonly serverMs: number;
	/** Discord says within this that Herald has left; a next join waits for it. */
	readonly leaveMs: number;
	/** Before a connection is opened anew; each time within the window twice as long as before. */
	readonly backoffBaseMs: number;
	readonly backoffMaxMs: number;
}

export const defaultConnectionTiming: ConnectionTiming = {
	readyMs: 15_000,
	daveMs: 3_000,
	stateMs: 5_000,
	serverMs: 30_000,
	leaveMs: 2_000,
	backoffBaseMs: 250,
	backoffMaxMs: 8_000,
};

/** Counts how often a connection had to be opened anew: the library itself would do so without an end. */
export class Reopenings {
	#times: readonly number[] = [];

	/**
	 * Counts one more.
	 *
	 * @param now - in ms
	 * @returns how long to wait before it, in ms, or undefined when there were too many of late
	 */
	next(now: number, { backoffBaseMs, backoffMaxMs }: ConnectionTiming): number | undefined {
		const recent = listRecent(this.#times, reopenWindowMs, now);
		if (recent.length >= reopenMax) return undefined;
		this.#times = [...recent, now];
		return Math.min(backoffMaxMs, backoffBaseMs * 2 ** (this.#times.length - 1));
	}
}

import { listRecent } from "@herald/common/sliding-window.ts";

/** Reopened connections allowed within {@link reopenWindowMs}: with more, the connection doesn't hold. */
const reopenMax = 5;
const reopenWindowMs = 120_000;

/** How long a link waits for Discord, in ms; tests make it shorter. */
export interface ConnectionTiming {
	/** From requesting a channel to being connected to it. */
	readonly readyMs: number;
	/** From being connected to being able to encrypt; after that Herald speaks anyway. */
	readonly daveMs: number;
	/** After close code 4014: how long to wait for the voice state that says where Herald is now. */
	readonly stateMs: number;
	/** After losing the voice server, or while the gateway is disconnected. */
	readonly serverMs: number;
	/** How long to wait for Discord to confirm that Herald has left; the next join waits for it. */
	readonly leaveMs: number;
	/** Before a connection is reopened; doubles each time within the window. */
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

/** Counts how often a connection was reopened: the library itself would reopen it endlessly. */
export class Reopenings {
	#times: readonly number[] = [];

	/**
	 * Counts one more.
	 *
	 * @param now - in ms
	 * @returns how long to wait before it, in ms, or undefined if there were too many recently
	 */
	next(now: number, { backoffBaseMs, backoffMaxMs }: ConnectionTiming): number | undefined {
		const recent = listRecent(this.#times, reopenWindowMs, now);
		if (recent.length >= reopenMax) return undefined;
		this.#times = [...recent, now];
		return Math.min(backoffMaxMs, backoffBaseMs * 2 ** (this.#times.length - 1));
	}
}
